import { parentPort } from "node:worker_threads";
import type { CodeDrawing, CodePicture } from "../define.ts";
import { drawCode } from "./draw.ts";

/** What a worker says of a picture: that all is loaded, then the drawing or the text of what went wrong. */
export type WorkerMessage = "prepared" | { drawing: CodeDrawing } | { failure: string };

/** The file's bytes are handed over, not copied. */
function toMove(message: WorkerMessage): ArrayBuffer[] {
  if (typeof message === "string" || "failure" in message) return [];
  return message.drawing.kind === "drawn" ? [message.drawing.png.buffer as ArrayBuffer] : [];
}

function say(message: WorkerMessage): void {
  parentPort?.postMessage(message, toMove(message));
}

async function serve(picture: CodePicture): Promise<void> {
  try {
    say({ drawing: await drawCode(picture, () => say("prepared")) });
  } catch (error) {
    say({ failure: String(error) });
  }
}

parentPort?.on("message", (picture: CodePicture) => void serve(picture));
