// Events as they come: one stream that goes on where it broke off, with nothing missed and nothing twice.
import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { Envelope, ProblemDetails } from "./description.gen.js";
import { KenningError, unreached } from "./problem.js";

/** An event of the log, and the cursor behind which the log goes on. */
export interface Heard {
  cursor: string;
  event: Envelope;
}

/** How a stream is listened to. */
export interface Listening {
  /** Ends the stream. */
  signal?: AbortSignal;
  /** How many times in a row it is opened anew before it is given up; 10 by default. */
  attempts?: number;
  /** After how many milliseconds of silence the line is taken to be dead; 60,000 by default. The server speaks every 15 s. */
  silenceMs?: number;
}

/** Opens the stream behind a cursor, or throws what the server refuses with. */
export type Open = (cursor: string, signal: AbortSignal) => Promise<Response>;

const [WAIT_MS, WAIT_MS_MAX] = [100, 10_000];

/** Whether the same request may work later: the line, the server, or too many of us. */
function passes(error: KenningError): boolean {
  return error.code === "unavailable";
}

/** Give what is behind a cursor and what is to come, until the signal says stop. Opens anew what breaks off. */
export async function* listen(open: Open, cursor: string, url: string, listening: Listening): AsyncGenerator<Heard, void, void> {
  const { signal, attempts = 10 } = listening;
  let failed = 0;
  while (!signal?.aborted) {
    try {
      for await (const heard of once(open, cursor, url, listening)) {
        [cursor, failed] = [heard.cursor, 0];
        yield heard;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof KenningError) || !passes(error) || ++failed >= attempts) throw error;
      await pause(Math.max((error.retryAfterS ?? 0) * 1000, Math.min(WAIT_MS * 2 ** failed, WAIT_MS_MAX)), signal);
    }
  }
}

/** Give what one connection brings, until it ends. */
async function* once(open: Open, cursor: string, url: string, listening: Listening): AsyncGenerator<Heard, void, void> {
  const { signal, silenceMs = 60_000 } = listening;
  const line = new AbortController();
  const stop = () => line.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  const dead = () => line.abort(new DOMException("nothing was heard", "TimeoutError"));
  let timer = setTimeout(dead, silenceMs);
  try {
    const response = await open(cursor, line.signal);
    const messages: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (message) => messages.push(message) });
    const [reader, decoder] = [response.body!.getReader(), new TextDecoder()];
    try {
      for (;;) {
        clearTimeout(timer);
        timer = setTimeout(dead, silenceMs);
        const { done, value } = await reader.read();
        clearTimeout(timer); // whoever reads slowly is no silence of the server's
        if (done) return;
        parser.feed(decoder.decode(value, { stream: true }));
        for (const message of messages.splice(0)) yield told(message);
      }
    } finally {
      await reader.cancel().catch(() => undefined); // it is broken already, or is let go
    }
  } catch (error) {
    throw unreached(url, error, signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** What a message says. A refusal in the middle of a stream is its end: the token counts no more, say. */
function told(message: EventSourceMessage): Heard {
  if (message.event === "error") throw new KenningError(JSON.parse(message.data) as ProblemDetails);
  return { cursor: message.id ?? "", event: JSON.parse(message.data) as Envelope };
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
    if (signal?.aborted) done();
  });
}
