import { parentPort } from "node:worker_threads";
import type { CodeDrawing, CodePicture } from "../define.ts";
import { drawCode } from "./draw.ts";

/** What a worker answers: a drawing, or the text of what went wrong. */
export type WorkerAnswer = { drawing: CodeDrawing } | { failure: string };

async function answer(picture: CodePicture): Promise<WorkerAnswer> {
  try {
    return { drawing: await drawCode(picture) };
  } catch (error) {
    return { failure: String(error) };
  }
}

/** The file's bytes are handed over, not copied. */
function toMove(answered: WorkerAnswer): ArrayBuffer[] {
  if ("failure" in answered || answered.drawing.kind !== "drawn") return [];
  return [answered.drawing.png.buffer as ArrayBuffer];
}

async function serve(picture: CodePicture): Promise<void> {
  const answered = await answer(picture);
  parentPort?.postMessage(answered, toMove(answered));
}

parentPort?.on("message", (picture: CodePicture) => void serve(picture));
