import type { Values } from "../form/values.ts";
import { getExtension } from "../tool/tool-request.ts";
import { copyText } from "../shell/clipboard.ts";
import type { PlaygroundState } from "../tool/state.ts";
import { fetchResult } from "../tool/submit.ts";
import type { ToolView } from "../tool/view.ts";
import { toBlob } from "./canvas-blob.ts";

/**
 * Copies a page's image as PNG, the one type that every clipboard takes; SVG is drawn at twice its
 * size.
 */
export async function copyImage(state: PlaygroundState): Promise<boolean> {
  if (typeof ClipboardItem === "undefined" || !navigator.clipboard) return false;
  // The promise goes into the item, because Safari accepts images only within the click.
  const png = waitForImage(state).then(toPng);
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
  return true;
}

/** Copies a page's SVG as text. */
export async function copySvg(state: PlaygroundState): Promise<boolean> {
  const response = await fetch(await waitForImage(state));
  return copyText(await response.text());
}

/** Resolves with the URL of the image of the present form, after a running request has ended. */
async function waitForImage({ lastResult, isWaiting }: PlaygroundState): Promise<string> {
  while (isWaiting.value) {
    await new Promise<void>((resolve) => {
      const stopListening = isWaiting.onChange(() => {
        stopListening();
        resolve();
      });
    });
  }
  const content = lastResult.value?.response.content;
  if (content?.kind !== "image") throw new Error("there is no image");
  return content.url;
}

/** Scale at which vector images become pixels. */
const SVG_SCALE = 2;

async function toPng(url: string): Promise<Blob> {
  const body = await (await fetch(url)).blob();
  if (body.type === "image/png") return body;
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SVG_SCALE;
  canvas.height = image.naturalHeight * SVG_SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return toBlob(canvas, "image/png");
}

/** Saves a text as a file. */
export function downloadText(text: string, name: string): boolean {
  return saveBlob(new Blob([text]), name);
}

/** Saves bytes as a file. */
export function saveBlob(blob: Blob, name: string): boolean {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return true;
}

/**
 * Runs a tool with other values than the form has, such as another format, and saves the result.
 */
export async function downloadAs(
  view: ToolView,
  values: Values,
  changes: Values,
): Promise<boolean> {
  const response = await fetchResult(view, { ...values, ...changes });
  return response.ok && saveResponse(response, view);
}

/** Saves the body of a response under the name that its headers give. */
export async function saveResponse(response: Response, view: ToolView): Promise<boolean> {
  const { headers } = response;
  const [, given] = /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "") ?? [];
  return saveBlob(
    await response.blob(),
    given ?? formatFileName(view, headers.get("content-type") ?? ""),
  );
}

function formatFileName({ name }: ToolView, type: string): string {
  return `${name}.${getExtension(type) ?? "bin"}`;
}

/**
 * Prints the page, which shows the document of its frame for that. Returns false when there is
 * none.
 */
export function printDocument(): boolean {
  const frame = document.querySelector<HTMLIFrameElement>(".document iframe");
  if (!frame?.contentDocument) return false;
  print();
  return true;
}
