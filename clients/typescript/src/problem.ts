// Refusals of the server as errors: problems of RFC 9457 with a stable code.
import type { ProblemDetails } from "./description.gen.js";

/** The stable codes of refusals, as the Python errors have them. */
export type Code = ProblemDetails["code"];

/** What the server refused, or that it could not be asked (`unavailable`, with status 0). */
export class KenningError extends Error {
  override readonly name = "KenningError";
  readonly code: Code;
  /** The status of HTTP; 0 where there was no answer. */
  readonly status: number;
  readonly title: string;
  /** What to do about it; empty where there is nothing to say. */
  readonly hint: string;
  /** What a program reads: of `invalid`, for one, `path`, `value` and `reason`. */
  readonly details: Record<string, unknown>;
  /** After how many seconds the same request may work, where the server says so. */
  readonly retryAfterS: number | undefined;

  constructor(told: Partial<ProblemDetails> & { detail: string; code: Code }, more: ErrorOptions & { retryAfterS?: number } = {}) {
    super(told.detail, more);
    this.code = told.code;
    this.status = told.status ?? 0;
    this.title = told.title ?? "";
    this.hint = told.hint ?? "";
    this.details = told.details ?? {};
    this.retryAfterS = more.retryAfterS;
  }
}

/** The error that an answer tells of; what is no problem of ours comes from something else than Kenning. */
export function refusal(response: Response, told: unknown): KenningError {
  const after = Number(response.headers.get("Retry-After") ?? Number.NaN);
  const more = Number.isFinite(after) ? { retryAfterS: after } : {};
  if (isProblem(told)) return new KenningError(told, more);
  return new KenningError(
    {
      code: "unavailable",
      status: response.status,
      title: response.statusText,
      detail: `${new URL(response.url).host}: answered ${response.status}`,
      hint: "something else than Kenning answers there",
    },
    more,
  );
}

/** The error of a request that got no answer. What is no such error passes, and so does the end a caller's own signal made. */
export function unreached(url: string, error: unknown, signal: AbortSignal | undefined): unknown {
  const late = error instanceof DOMException && error.name === "TimeoutError";
  // fetch tells of a line that broke by a TypeError; a SyntaxError is an answer that is no JSON
  if (signal?.aborted || !(late || error instanceof TypeError || error instanceof SyntaxError)) return error;
  const told = late
    ? { detail: `${url}: did not answer in time`, hint: "what was asked may have been done; " }
    : { detail: `${url}: cannot be reached, or broke off`, hint: "see whether kenning serve runs there; " };
  const hint = `${told.hint}a retry under the same idempotency key records nothing twice`;
  return new KenningError({ code: "unavailable", detail: told.detail, hint }, { cause: error });
}

function isProblem(told: unknown): told is ProblemDetails {
  return typeof told === "object" && told !== null && "code" in told && "detail" in told && "status" in told;
}
