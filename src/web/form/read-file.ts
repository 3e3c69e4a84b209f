import { readTextFile } from "./read-text-file.ts";

/** Reads a file as the text that its field takes. */
export async function readFile(file: File, as: "base64" | "data-url" | "text"): Promise<string> {
  if (as === "text") return readTextFile(file);
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable file")));
    reader.readAsDataURL(file);
  });
  return as === "data-url" ? url : url.slice(url.indexOf(",") + 1);
}
