// A store that is served: `kenning serve` in a process of its own, on a port of loopback, over a fresh file.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Kenning } from "@kenning/client";

/** How kenning is run: `PROGRAM` says it, where it is not on the PATH. */
const PROGRAM = process.env["PROGRAM"] ?? "kenning";

export class Served {
  url = "";
  token = "";
  #process: ChildProcess | undefined;

  private constructor(readonly folder: string) {}

  /** Serve a fresh store. */
  static async fresh(): Promise<Served> {
    const served = new Served(await mkdtemp(join(tmpdir(), "kenning-")));
    await served.start();
    return served;
  }

  /** Serve the store, on the port it had before if it had one. */
  async start(): Promise<void> {
    const port = this.url === "" ? "0" : new URL(this.url).port;
    const words = ["--store", join(this.folder, "store.kenning"), "serve", "--port", port, "--log", "none"];
    const child = spawn(PROGRAM, words, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, KENNING_VECTORS: "none" } });
    this.#process = child;
    const told: string[] = [];
    createInterface({ input: child.stdout! }).on("line", (line) => {
      if (line.startsWith("kng_")) this.token = line; // printed before the server listens
    });
    await new Promise<void>((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", (code) => reject(new Error(`kenning serve ended with ${code}: ${told.join("\n")}`)));
      createInterface({ input: child.stderr! }).on("line", (line) => {
        told.push(line);
        const found = /^serving the store at (\S+)$/.exec(line);
        if (!found) return;
        this.url = found[1]!;
        resolve();
      });
    });
  }

  /** Tell the server to stop, and wait until it has. */
  async stop(how: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(how);
    await ended;
  }

  /** A session of the admin, or of whose token that is. */
  open(token = this.token): Kenning {
    return new Kenning({ url: this.url, token });
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
