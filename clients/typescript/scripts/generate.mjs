// Make what the client knows of the server from the server's own description: types, and a method for each operation.
//
//     kenning openapi | node scripts/generate.mjs src [--check]
//
// With --check nothing is written, and what is there must be what would be written.
// Two files are written: description.gen.ts (every noun and operation as a type) and operations.gen.ts (which method is which
// request). A description from which a method could not be called is refused: two fields of one request with the same name, say.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const HEAD = "// Made by scripts/generate.mjs from the server's description. Not edited by hand.\n\n";
const [JSON_MEDIA, BYTES, EVENTS] = ["application/json", "application/octet-stream", "text/event-stream"];
const [folder, mode] = process.argv.slice(2);
if (folder === undefined) throw new Error("say into which folder to write");
if (mode !== undefined && mode !== "--check") throw new Error(`${mode}: is not --check`);
const description = JSON.parse(await text(process.stdin));

const types = await openapiTS(description, {
  alphabetize: true,
  defaultNonNullable: false, // what is as its noun has it by default is left out of answers
  emptyObjectsUnknown: true, // an object of anything
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  transform: (schema) =>
    schema.contentMediaType === BYTES ? ts.factory.createTypeReferenceNode("Blob") : undefined,
});
put("description.gen.ts", HEAD + astToString(types));

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const follow = (one) => (one.$ref ? one.$ref.slice(2).split("/").reduce((at, part) => at[part], description) : one);
const methods = [];
const table = [];
for (const [path, item] of Object.entries(description.paths)) {
  for (const [method, operation] of Object.entries(item)) {
    const id = operation.operationId;
    const parameters = operation.parameters ?? [];
    const named = (where) => parameters.filter((one) => one.in === where).map((one) => one.name);
    const [media, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const fields = media === JSON_MEDIA ? follow(body.schema).properties : undefined;
    const taken = [...named("path").map(camel), ...named("query"), ...(fields ? Object.keys(fields) : body ? ["body"] : [])];
    if (new Set(taken).size < taken.length) throw new Error(`${id}: two of its fields have one name: ${taken}`);
    const answer = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))[1];
    const gives = Object.keys(answer.content)[0];
    const row = { method: method.toUpperCase(), path, inPath: named("path"), inQuery: named("query") };
    if (media) row.takes = fields ? "fields" : media;
    if (gives !== JSON_MEDIA) row.gives = gives;
    table.push(`  ${camel(id)}: ${JSON.stringify(row)},\n`);
    if (gives === EVENTS) continue; // it has no end, so it is no method that answers once
    const required =
      parameters.some((one) => one.required && one.in !== "header") ||
      (fields ? (follow(body.schema).required ?? []).length > 0 : Boolean(body));
    methods.push(
      `  /**\n   * ${operation.summary}.\n${prose(operation.description)}   *\n   * \`${row.method} ${path}\`\n   */\n` +
        `  ${camel(id)}(given${required ? "" : "?"}: Given<"${id}">, asking?: Asking<"${id}">): Promise<Answer<"${id}">>;\n`,
    );
  }
}
put(
  "operations.gen.ts",
  `${HEAD}import type { Answer, Asking, Given } from "./shape.js";\n\n` +
    `/** Every operation of the server that answers once. */\nexport interface Operations {\n${methods.join("\n")}}\n\n` +
    `/** Which method is which request. */\nexport const OPERATIONS = {\n${table.join("")}} as const;\n`,
);

function put(name, content) {
  const path = join(folder, name);
  if (mode !== "--check") {
    writeFileSync(path, content);
  } else if (readFileSync(path, "utf8") !== content) {
    console.error(`${path}: is not what the server says of itself; make generate writes it anew`);
    process.exitCode = 1;
  }
}

/** What a description says beyond its summary, as lines of a comment that it cannot end. */
function prose(said) {
  const lines = said ? said.replaceAll("``", "`").replaceAll("*/", "*\\/").split("\n") : [];
  return lines.length > 0 ? `   *\n${lines.map((line) => `   * ${line}`.trimEnd() + "\n").join("")}` : "";
}
