import { readBase64 } from "../../../form/read-data-url.ts";
import { toBlob } from "../../../result/canvas-blob.ts";

/**
 * Pixels on the longer side of a picture that is sent: enough for every code that fills a tenth of
 * it.
 */
const MAX_SIDE = 2000;
/** Bytes of a picture that is sent as it is. The API takes up to 4 MiB. */
const MAX_BYTES = 1_500_000;
const TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/bmp"]);

/**
 * Returns a picture as base64, made smaller or converted where the API would refuse it. Rejects for
 * other files.
 */
export async function toBase64(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const isSmall = scale === 1 && file.size <= MAX_BYTES && TYPES.has(file.type);
  const picture = isSmall ? file : await draw(bitmap, scale);
  bitmap.close();
  return readBase64(picture);
}

/** Draws a picture on white as a JPEG. */
async function draw(bitmap: ImageBitmap, scale: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return toBlob(canvas, "image/jpeg");
}
