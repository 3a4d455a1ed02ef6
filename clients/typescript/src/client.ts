// A session of a store that is served: each method is one request. It decides nothing and keeps nothing.
import createClient, { type Client } from "openapi-fetch";
import type { Envelope, paths } from "./description.gen.js";
import { OPERATIONS, type Operations } from "./operations.gen.js";
import { KenningError, refusal, unreached } from "./problem.js";
import type { Asking, Given } from "./shape.js";
import { type Heard, listen, type Listening } from "./stream.js";

/** Where a store is served, and whose session it is. */
export interface Opening {
  /** The address of the server: `http://127.0.0.1:8420`. */
  url: string;
  /** The token of whoever asks; it says which entity on which channel that is. */
  token: string;
  /** A moment as of which everything is read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
  at?: string | number;
  /** After how many milliseconds without an answer a request is broken off; 60,000 by default. */
  timeoutMs?: number;
  /** What sends requests, where it is not the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

type Row = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  readonly takes?: string;
  readonly gives?: string;
};
type Fields = Record<string, unknown>;
type Asked = { data?: unknown; error?: unknown; response: Response };
/** The client beneath, as a table of requests needs it: its own types know each path by name. */
type Ask = (method: string, path: string, asked: Fields) => Promise<Asked>;
type Filters = Omit<Given<"stretch">, "limit" | "each" | "at" | "cursor">;

const STRETCH = 500;
const BODY = "body";

/** The verbs of a session over HTTP, under the names of the server's operations. */
export interface Kenning extends Operations {}

export class Kenning {
  /** The client beneath, which knows each path by its type and gives each answer with its headers. */
  readonly raw: Client<paths>;
  readonly #opening: Opening;
  readonly #timeoutMs: number;

  /** Connects to nothing yet; `signedIn` tells whether the token counts. */
  constructor(opening: Opening) {
    const { url, token, fetch } = opening;
    this.#opening = { ...opening, url: url.replace(/\/+$/, "") };
    this.#timeoutMs = opening.timeoutMs ?? 60_000;
    this.raw = createClient<paths>({
      baseUrl: this.#opening.url,
      headers: { Authorization: `Bearer ${token}` },
      redirect: "error", // the token is for this server
      ...(fetch ? { fetch } : {}),
    });
  }

  /** The same session, reading as of a moment. */
  at(moment: string | number): Kenning {
    return new Kenning({ ...this.#opening, at: moment });
  }

  /** Walk the log in order, behind a cursor or from its beginning, to where it ends now. */
  async *log(given: Filters & { cursor?: string | number } = {}): AsyncGenerator<Envelope, void, void> {
    let cursor = given.cursor ?? 0;
    for (;;) {
      const stretch = await this.stretch({ ...given, cursor, limit: STRETCH });
      const events = stretch.events ?? [];
      yield* events;
      if (events.length < STRETCH) return;
      cursor = stretch.cursor;
    }
  }

  /**
   * Listen to events as they come, each with its cursor. It begins with what is to come, or behind a cursor; where the line breaks
   * it goes on behind the last event, by `Last-Event-ID`. It ends by the signal, by leaving the loop, or with the refusal of the
   * server.
   */
  async *follow(given: Filters & { cursor?: string | number } = {}, listening: Listening = {}): AsyncGenerator<Heard, void, void> {
    const { cursor, ...filters } = given;
    // A place in the log, so that what comes before the first event is heard does not fall between two connections.
    const begins = cursor === undefined || cursor === "end";
    const start = String(begins ? (await this.stretch({ cursor: "end", limit: 1 })).cursor : cursor);
    const open = async (behind: string, signal: AbortSignal) => {
      const params =
        behind === start ? { query: { ...filters, cursor: start } } : { query: filters, header: { "Last-Event-ID": behind } };
      const { error, response } = await this.#ask(OPERATIONS.follow, { params, parseAs: "stream", signal });
      if (error !== undefined) throw refusal(response, error);
      return response;
    };
    yield* listen(open, start, this.#opening.url, listening);
  }

  static {
    for (const [name, row] of Object.entries(OPERATIONS)) {
      if (name in this.prototype) continue; // it is written out above
      const value = function (this: Kenning, given: Fields = {}, asking: Asking<"record"> = {}) {
        return this.#send(row, given, asking);
      };
      Object.defineProperty(this.prototype, name, { value });
    }
  }

  async #send(row: Row, given: Fields, asking: Asking<"record">): Promise<unknown> {
    const params = { path: {} as Fields, query: {} as Fields, header: asking.headers ?? {} };
    const body: Fields = {};
    const inPath = new Map(row.inPath.map((name) => [camel(name), name]));
    for (const [name, place] of inPath) params.path[place] = segment(name, given[name]);
    for (const [name, value] of Object.entries(given)) {
      if (inPath.has(name)) continue;
      if (row.inQuery.includes(name)) params.query[name] = value;
      else body[name] = value;
    }
    if (this.#opening.at !== undefined) params.query["at"] ??= this.#opening.at;
    const late = AbortSignal.timeout(asking.timeoutMs ?? this.#timeoutMs);
    const signal = asking.signal ? AbortSignal.any([asking.signal, late]) : late;
    const sent = { params, signal, parseAs: row.gives === undefined ? "json" : "blob", ...packed(row, body) };
    try {
      const { data, error, response } = await this.#ask(row, sent);
      if (error !== undefined || !response.ok) throw refusal(response, error);
      return data === undefined && row.gives !== undefined ? new Blob([]) : data; // a file of no bytes
    } catch (error) {
      throw unreached(this.#opening.url, error, asking.signal);
    }
  }

  #ask(row: Row, sent: Fields): Promise<Asked> {
    return (this.raw.request as unknown as Ask)(row.method.toLowerCase(), row.path, sent);
  }
}

/** The body of a request: fields as JSON, a batch as JSON, a file as it is. What a request does not take is refused here. */
function packed(row: Row, body: Fields): Fields {
  const names = Object.keys(body).filter((name) => body[name] !== undefined);
  if (row.takes === "fields") return { body };
  const [wrong] = names.filter((name) => row.takes === undefined || name !== BODY);
  if (wrong !== undefined) throw invalid(wrong, body[wrong], "is no field of this request");
  if (row.takes === undefined) return {};
  if (row.takes === "application/json") return { body: body[BODY] };
  return { body: body[BODY], bodySerializer: (one: unknown) => one, headers: { "Content-Type": row.takes } };
}

/** A part of a path. One that is empty, or that an address takes for a step upwards, would be another request. */
function segment(name: string, value: unknown): unknown {
  if (value === undefined || value === null || value === "") throw invalid(name, value, "is empty");
  if (value === "." || value === "..") throw invalid(name, value, "cannot stand in an address");
  return value;
}

function invalid(path: string, value: unknown, reason: string): KenningError {
  return new KenningError({ code: "invalid", detail: `${path}: ${reason}`, details: { path, value, reason } });
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
