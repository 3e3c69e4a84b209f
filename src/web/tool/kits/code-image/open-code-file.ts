import type { FormModel } from "../../../form/form-model.ts";
import { readTextFile } from "../../../form/read-text-file.ts";

/** Takes the text of a file as code. Returns what is wrong with it, else an empty text. */
export async function openCodeFile(file: File, max: number, model: FormModel): Promise<string> {
  const { name: filename } = file;
  try {
    const code = await readTextFile(file);
    if ([...code].length > max) return `${filename} has more than ${max} characters.`;
    // A file's name is a better guess of its language than the choice for the previous code.
    model.change({ ...model.values.value, code, filename, language: "" });
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
