import { parentPort } from "node:worker_threads";
import type { RenderResult, CodeImageOptions } from "./renderer.ts";
import { drawCode } from "./draw.ts";

/** What a worker says of a picture: that all is loaded, then the drawing or the text of what went wrong. */
export type WorkerMessage = "prepared" | { drawing: RenderResult } | { failure: string };

function say(message: WorkerMessage): void {
  // Copied, not moved: Node 24 refuses to move the memory of most buffers, and a copy is a hundredth of a drawing.
  parentPort?.postMessage(message, []);
}

async function serve(picture: CodeImageOptions): Promise<void> {
  try {
    say({ drawing: await drawCode(picture, () => say("prepared")) });
  } catch (error) {
    say({ failure: String(error) });
  }
}

parentPort?.on("message", (picture: CodeImageOptions) => void serve(picture));
