// What a method takes and gives, worked out from the types of its operation: nothing is said twice.
import type { operations } from "./description.gen.js";

/** The name of an operation in the server's description: its `operationId`. */
export type OperationId = keyof operations;

type Flat<T> = { [Field in keyof T]: T[Field] };
type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest> & string>}` : Name;
type Camelled<T> = { [Field in keyof T as Camel<Field>]: T[Field] };
type Parameters<Id extends OperationId, Where extends keyof operations[Id]["parameters"]> = [
  NonNullable<operations[Id]["parameters"][Where]>,
] extends [never]
  ? unknown
  : NonNullable<operations[Id]["parameters"][Where]>;

type Content<Id extends OperationId> = [NonNullable<operations[Id]["requestBody"]>] extends [never]
  ? never
  : NonNullable<operations[Id]["requestBody"]> extends { content: infer Media }
    ? Media
    : never;
type Body<Id extends OperationId> = [Content<Id>] extends [never]
  ? unknown
  : Content<Id> extends { "application/json": infer Plain }
    ? Plain extends readonly unknown[]
      ? { body: Plain }
      : Plain
    : { body: Content<Id>[keyof Content<Id>] };

/**
 * What a method takes: the fields of its path, its query and its body in one object, in camelCase. A body that is no object of
 * fields (a batch, a file) is its `body`.
 */
export type Given<Id extends OperationId> = Flat<
  Camelled<Parameters<Id, "path">> & Parameters<Id, "query"> & Body<Id>
>;

/** How a request is sent: its headers of its own, and how long it may take. */
export interface Asking<Id extends OperationId> {
  headers?: Omit<NonNullable<operations[Id]["parameters"]["header"]>, "If-None-Match">;
  /** Breaks the request off. What was begun on the server may have been done. */
  signal?: AbortSignal;
  /** After how many milliseconds without an answer it is broken off; the client's own by default. */
  timeoutMs?: number;
}

type Responses<Id extends OperationId> = operations[Id]["responses"];
type Done<Id extends OperationId> = Responses<Id>[keyof Responses<Id> & (200 | 201)];

/** What a method gives. What is as its noun has it by default is left out of it, so such a field may be missing. */
export type Answer<Id extends OperationId> = Done<Id> extends { content: infer Media } ? Media[keyof Media] : never;
