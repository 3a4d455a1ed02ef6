// A stream goes on where it broke off, whatever broke it, and ends when its token counts no more.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Event, type Heard, Kenning, KenningError } from "@kenning/client";
import { Served } from "./serving.js";

let served: Served;
before(async () => {
  served = await Served.fresh();
});
after(() => served.close());

const note = (content: string): Event => ({
  kind: "note.created",
  source: { type: "user", name: "manual" },
  files: [{ role: "primary", contentType: "text/plain", content }],
});
const text = (heard: Heard) => heard.event.files[0]?.content;

/** Take so many of a stream, then let it go. */
async function take(stream: AsyncGenerator<Heard, void, void>, count: number): Promise<Heard[]> {
  const found: Heard[] = [];
  while (found.length < count) {
    const next = await stream.next();
    if (next.done) break;
    found.push(next.value);
  }
  return found;
}

test("a server that stops and comes again costs a listener nothing: none missed, none twice", async () => {
  const memory = served.open();
  const { cursor } = await memory.stretch({ cursor: "end" });
  const stream = memory.follow({ cursor, kinds: ["note.created"] });
  await memory.record(note("one"));
  const heard = await take(stream, 1);
  for (const how of ["SIGTERM", "SIGKILL"] as const) {
    const rest = take(stream, 2);
    await served.stop(how);
    await served.start();
    await memory.record(note(`after ${how}`));
    await memory.record(note(`and again after ${how}`));
    heard.push(...(await rest));
  }
  await stream.return();
  const after = ["SIGTERM", "SIGKILL"].flatMap((how) => [`after ${how}`, `and again after ${how}`]);
  assert.deepEqual(heard.map(text), ["one", ...after]);

  const [again] = await take(memory.follow({ cursor: heard[1]!.cursor, kinds: ["note.created"] }), 1);
  assert.equal(text(again!), text(heard[2]!));
});

test("what is recorded while a stream is being opened is heard", async () => {
  const memory = served.open();
  const slow = async (request: Request): Promise<Response> => {
    if (request.url.includes("/stream")) await memory.record(note("in between"));
    return fetch(request);
  };
  const listening = new Kenning({ url: served.url, token: served.token, fetch: slow });
  const [heard] = await take(listening.follow({ kinds: ["note.created"] }), 1);
  assert.equal(text(heard!), "in between");
});

test("a stream ends with the refusal of a token that is revoked, and quietly by one's own signal", async () => {
  const memory = served.open();
  const { secret, token } = await memory.issueToken({ entity: "admin", channel: "local" });
  const { cursor } = await memory.stretch({ cursor: "end" });
  const listening = served.open(secret).follow({ cursor });
  await memory.record(note("before"));
  await listening.next();
  await memory.revokeToken({ tokenId: token.id });
  await assert.rejects(
    async () => {
      for (;;) await listening.next();
    },
    (error) => error instanceof KenningError && error.code === "not_allowed",
  );

  const stop = new AbortController();
  const quiet = memory.follow({}, { signal: stop.signal });
  const last = quiet.next();
  setImmediate(() => stop.abort());
  assert.equal((await last).done, true);
});

test("a line that says nothing is taken for dead, and given up after so many attempts", async () => {
  let opened = 0;
  const silent = (request: Request): Promise<Response> => {
    opened += 1;
    const body = new ReadableStream({
      start: (controller) => request.signal.addEventListener("abort", () => controller.error(request.signal.reason)),
    });
    return Promise.resolve(new Response(body, { headers: { "Content-Type": "text/event-stream" } }));
  };
  const memory = new Kenning({ url: served.url, token: "x", fetch: silent });
  await assert.rejects(
    memory.follow({ cursor: 0 }, { silenceMs: 5, attempts: 2 }).next(),
    (error) => error instanceof KenningError && error.code === "unavailable",
  );
  assert.equal(opened, 2);
});
