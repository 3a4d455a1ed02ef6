// The main job, told once from afar: record, recognise, recall, view, correct, redact.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Event, Receipt } from "@kenning/client";
import { Served } from "./serving.js";

let served: Served;
before(async () => {
  served = await Served.fresh();
});
after(() => served.close());

const said = (name: string, content: string): Event => ({
  kind: "message.received",
  source: { type: "app", name: "chat", channel: "chat" },
  actor: { type: "person", name, channel: "chat", identifier: `@${name.toLowerCase()}` },
  files: [{ role: "primary", contentType: "text/plain", content }],
});

test("what is said is recorded, recognised, recalled with its source, corrected, and hidden", async () => {
  const memory = served.open();
  const receipt: Receipt = await memory.record(said("Marta", "The dentist is on Friday at nine"));

  const marta = await memory.who({ asked: "Marta" });
  assert.equal(marta.canonicalName, "Marta");

  const found = await memory.recall({ question: "When is the dentist?", k: 3 });
  const [hit] = found.hits ?? [];
  assert.equal(hit?.view.event.id, receipt.id);
  assert.equal(hit?.view.event.actor?.name, "Marta");

  await memory.correct({ eventId: receipt.id, patch: { content: "The dentist is on Friday at ten" }, because: "they called" });
  const view = await memory.view({ eventId: receipt.id });
  assert.equal(view.corrected, true);
  assert.equal(view.event.files[0]?.content, "The dentist is on Friday at ten");
  const before = await memory.at(receipt.sequence!).view({ eventId: receipt.id });
  assert.equal(before.event.files[0]?.content, "The dentist is on Friday at nine");

  const redacted = await memory.redact({ eventId: receipt.id, because: "private" });
  assert.deepEqual((await memory.recall({ question: "When is the dentist?" })).hits ?? [], []);
  await memory.lift({ redactionId: redacted.id, because: "she does not mind" });
  assert.equal((await memory.recall({ question: "When is the dentist?" })).hits?.length, 1);
});
