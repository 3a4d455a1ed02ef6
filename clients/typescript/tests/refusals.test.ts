// Refusals are errors with the stable code; a retry records once; the log is read stretch by stretch.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Event, Kenning, KenningError } from "@kenning/client";
import { Served } from "./serving.js";

let served: Served;
let memory: Kenning;
before(async () => {
  served = await Served.fresh();
  memory = served.open();
});
after(() => served.close());

const note = (content: string, more: Partial<Event> = {}): Event => ({
  kind: "note.created",
  source: { type: "user", name: "manual" },
  files: [{ role: "primary", contentType: "text/plain", content }],
  ...more,
});
/** The refusal of what is asked. */
async function refused(asked: Promise<unknown>): Promise<KenningError> {
  const error = await asked.then(() => undefined, (reason: unknown) => reason);
  assert.ok(error instanceof KenningError, `it was not refused: ${String(error)}`);
  return error;
}

test("what is wrong is refused with path, value and reason", async () => {
  const error = await refused(memory.record(note("x", { kind: "No Kind" })));
  assert.deepEqual([error.code, error.status, error.details["path"], error.details["value"]], ["invalid", 400, "kind", "No Kind"]);
});

test("what is not there, and who is not signed in, have codes and statuses of their own", async () => {
  const lost = await refused(memory.event({ eventId: "evt_00000000000000000000000000000000" }));
  assert.deepEqual([lost.code, lost.status], ["not_found", 404]);
  const nobody = await refused(served.open("kng_default.nobody").signedIn());
  assert.deepEqual([nobody.code, nobody.status, nobody.hint !== ""], ["not_allowed", 401, true]);
});

test("a server that is not there is unavailable, with the cause, and a signal of one's own is one's own", async () => {
  const error = await refused(new Kenning({ url: "http://127.0.0.1:1", token: served.token }).signedIn());
  assert.deepEqual([error.code, error.status, error.cause instanceof TypeError], ["unavailable", 0, true]);
  const reason = new Error("no more");
  await assert.rejects(memory.signedIn({}, { signal: AbortSignal.abort(reason) }), reason);
  const late = await refused(new Kenning({ url: served.url, token: served.token, timeoutMs: 0, fetch: never }).signedIn());
  assert.equal(late.code, "unavailable");
});

function never(request: Request): Promise<Response> {
  return new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason));
  });
}

test("whatever else answers there is no Kenning, and is said to be none", async () => {
  const page = new Response("<html>", { status: 502, statusText: "Bad Gateway" });
  Object.defineProperty(page, "url", { value: served.url });
  const error = await refused(new Kenning({ url: served.url, token: "x", fetch: () => Promise.resolve(page) }).signedIn());
  assert.deepEqual([error.code, error.status, error.title], ["unavailable", 502, "Bad Gateway"]);
});

test("a name that an address would take for another request is refused before it is sent", async () => {
  for (const asked of ["", ".", ".."]) {
    const error = await refused(memory.who({ asked }));
    assert.deepEqual([error.code, error.status, error.details["path"]], ["invalid", 0, "asked"]);
  }
  await memory.createEntity({ name: "AC/DC?" });
  assert.equal((await memory.who({ asked: "AC/DC?" })).canonicalName, "AC/DC?");
});

test("a retry under the same key records once, and other content under it is a conflict", async () => {
  const asking = { headers: { "Idempotency-Key": "dentist-1" } };
  const first = await memory.record(note("Dentist on Friday"), asking);
  const again = await memory.record(note("Dentist on Friday"), asking);
  assert.deepEqual([again.id, again.sequence, again.replayed], [first.id, first.sequence, true]);
  const error = await refused(memory.record(note("Dentist on Monday"), asking));
  assert.deepEqual([error.code, error.status], ["conflict", 409]);
});

test("compare and set: what was not meant for the log as it stands is not recorded", async () => {
  const { sequence } = await memory.head();
  const error = await refused(memory.record({ ...note("late"), expectedSequence: sequence - 1 }));
  assert.equal(error.code, "conflict");
  await memory.record({ ...note("in time"), expectedSequence: sequence });
});

test("a batch is recorded whole, and the log is walked behind cursors, nothing skipped and nothing twice", async () => {
  const { cursor } = await memory.stretch({ cursor: "end" });
  const texts = Array.from({ length: 7 }, (_, number) => `line ${number}`);
  const receipts = await memory.recordMany({ body: texts.map((text) => note(text)) });
  assert.equal(receipts.items.length, 7);
  const ids = receipts.items.map((one) => one.id);

  const walked: string[] = [];
  let place = cursor;
  for (;;) {
    const stretch = await memory.stretch({ cursor: place, limit: 3, kinds: ["note.created"] });
    if (!stretch.events?.length) break;
    walked.push(...stretch.events.map((one) => one.id));
    place = stretch.cursor;
  }
  assert.deepEqual(walked, ids);

  const whole: string[] = [];
  for await (const event of memory.log({ cursor, kinds: ["note.created"] })) whole.push(event.id);
  assert.deepEqual(whole, ids);
});

test("files go and come as they are", async () => {
  const { id } = await memory.record(note("a photo"));
  const bytes = new Uint8Array([0, 255, 10, 13, 128]);
  await memory.attach({ eventId: id, name: "photo.bin", body: new Blob([bytes]) });
  const back = await memory.file({ eventId: id, name: "photo.bin" });
  assert.deepEqual(new Uint8Array(await back.arrayBuffer()), bytes);
  const schema = await memory.applySchema({ body: "name: acme\ntypes:\n  Robot: {}\n" });
  assert.equal(schema.schema.name, "acme");
});

test("who may less sees less: a token of somebody else's reads what is his", async () => {
  await memory.record({
    ...note("The gate code is 4711"),
    kind: "message.received",
    source: { type: "app", name: "chat", channel: "chat" },
    actor: { type: "person", name: "Rui", channel: "chat", identifier: "@rui" },
  });
  await memory.defineChannel({ channel: "chat" });
  await memory.approveChannel({ channel: "chat" });
  const issued = await memory.issueToken({ entity: "chat:@rui", channel: "chat" });
  const rui = served.open(issued.secret);
  assert.deepEqual((await rui.recall({ question: "gate code" })).hits ?? [], []);
  const error = await refused(rui.erase({ eventId: "1", because: "mine" }));
  assert.ok(["not_allowed", "not_found"].includes(error.code), error.code);
});
