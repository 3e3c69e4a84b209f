/** Returns what is drawn on a canvas as a file. JPEG has a quality of 0.9. */
export async function toBlob(
  canvas: HTMLCanvasElement,
  type: "image/png" | "image/jpeg",
): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("not drawn"))), type, 0.9);
  });
}
