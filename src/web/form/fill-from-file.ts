import type { Field } from "./field.ts";
import type { FieldProps } from "./form-model.ts";
import { readBase64, readDataUrl } from "./read-data-url.ts";
import { readTextFile } from "./read-text-file.ts";
import type { Values } from "./values.ts";

/** Sets a field to a file's content. Returns why it could not; empty after success. */
export async function fillFromFile(
  file: File,
  { field, path, model }: FieldProps,
): Promise<string> {
  if (!field.file) return "";
  try {
    const content = await readFile(file, field.file.as);
    if (content.length > (field.maxLength ?? 1e9)) return `${file.name} is too large.`;
    model.change({ ...model.getBase(path), ...clearReplaced(field, path), [path]: content });
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns empty texts for the fields that a file replaces. */
function clearReplaced({ unless = [] }: Field, path: string): Values {
  const parent = path.slice(0, path.lastIndexOf(".") + 1);
  return Object.fromEntries(unless.map((name) => [parent + name, ""]));
}

/** Reads a file as the text that its field takes. */
async function readFile(file: File, as: "base64" | "data-url" | "text"): Promise<string> {
  if (as === "text") return readTextFile(file);
  return as === "data-url" ? readDataUrl(file) : readBase64(file);
}
