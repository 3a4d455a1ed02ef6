/** A client of a Kenning store that is served: `new Kenning({ url, token })`, and one method for each operation. */
export { Kenning, type Opening } from "./client.js";
export type * from "./description.gen.js";
export type { Operations } from "./operations.gen.js";
export { type Code, KenningError } from "./problem.js";
export type { Answer, Asking, Given, OperationId } from "./shape.js";
export type { Heard, Listening } from "./stream.js";
