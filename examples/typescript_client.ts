// The main job with the generated client. Needs the address of a server in KENNING and a token in TOKEN; docs/typescript.md
// says how to install the client.
import { type Event, Kenning, KenningError } from "@kenning/client";

const memory = new Kenning({ url: process.env["KENNING"]!, token: process.env["TOKEN"]! });

const said = (name: string, content: string): Event => ({
  kind: "message.received",
  source: { type: "app", name: "chat", channel: "chat" },
  actor: { type: "person", name, channel: "chat", identifier: `@${name.toLowerCase()}` },
  files: [{ role: "primary", contentType: "text/plain", content }],
});

// Record: what is said goes in, and a retry under the same key records nothing twice.
const key = { headers: { "Idempotency-Key": "lisbon-1" } };
const receipt = await memory.record(said("Priya", "I moved to the Lisbon office in May"), key);
const again = await memory.record(said("Priya", "I moved to the Lisbon office in May"), key);
console.log(`recorded once: ${again.replayed === true && again.id === receipt.id}`);

// Recognise: whoever speaks is known from then on. Connect: a claim names the event it rests on.
const priya = await memory.who({ asked: "Priya" });
await memory.assertClaim({ subject: priya.id, predicate: "based_in", value: "Lisbon", evidence: [receipt.id] });
const { items: claims } = await memory.claims({ subject: priya.id });
console.log(`claimed: ${claims.map((claim) => `${claim.statement.predicate} ${claim.statement.value}`).join(", ")}`);

// Recall: the lines that answer, each with its source.
const found = await memory.recall({ question: "Where does Priya work?", k: 3 });
for (const { view } of found.hits ?? []) {
  console.log(`${view.event.actor?.name}: ${view.event.files[0]?.content} (${view.event.source.name})`);
}

// Nothing is edited: a correction is an event of its own, and the past reads as it did.
await memory.correct({ eventId: receipt.id, patch: { content: "I moved to the Lisbon office in June" }, because: "a slip" });
const now = await memory.view({ eventId: receipt.id });
const then = await memory.at(receipt.sequence).view({ eventId: receipt.id });
console.log(`now: ${now.event.files[0]?.content}`);
console.log(`then: ${then.event.files[0]?.content}`);

// Redact: shown to nobody, now and at every moment before.
await memory.redact({ eventId: receipt.id, because: "she asked" });
const left = await memory.recall({ question: "Where does Priya work?" });
console.log(`left of it: ${(left.hits ?? []).length}`);

// A refusal is an error with a stable code.
try {
  await memory.who({ asked: "nobody of that name" });
} catch (error) {
  if (!(error instanceof KenningError)) throw error;
  console.log(`refused: ${error.code}`);
}
