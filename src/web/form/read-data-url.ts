/** Reads a file as a `data:` URL. Rejects when it cannot be read. */
export async function readDataUrl(file: Blob): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable file")));
    reader.readAsDataURL(file);
  });
}

/** Reads a file as base64. Rejects when it cannot be read. */
export async function readBase64(file: Blob): Promise<string> {
  const url = await readDataUrl(file);
  return url.slice(url.indexOf(",") + 1);
}
