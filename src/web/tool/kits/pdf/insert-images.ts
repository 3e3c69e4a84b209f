import type { FormModel } from "../../../form/form-model.ts";

/** Bytes of all images together, as data URLs, that the API takes. */
const MAX_CHARACTERS = 4 * 2 ** 20;
const MAX_IMAGES = 20;

/**
 * Adds images to the form and shows them in the text, at the cursor. Returns a sentence about what
 * was left out, or "".
 */
export async function insertImages(files: readonly File[], model: FormModel): Promise<string> {
  const images = files.filter(({ type }) => type === "image/png" || type === "image/jpeg");
  const others = files.length - images.length;
  for (const image of images) {
    const url = await readDataUrl(image);
    const values = model.values.value;
    const present = Object.entries(values).filter(
      ([path, text]) => path.startsWith("images.") && text !== "",
    );
    const total = present.reduce((sum, [, text]) => sum + text.length, url.length);
    if (total > MAX_CHARACTERS)
      return `${image.name} is too large: images take up to 4 MB together.`;
    if (present.length >= MAX_IMAGES) return `${image.name} is one too many: up to 20 images fit.`;
    // Brackets and spaces would end the address in Markdown.
    const name = image.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");
    const alt = image.name.replace(/\.\w+$/, "").replaceAll(/[[\]]/g, "");
    model.change({
      ...values,
      markdown: insertAtCursor(values["markdown"] ?? "", `![${alt}](${name})`),
      [`images.${name}`]: url,
    });
  }
  return others === 0 ? "" : "Only PNG and JPEG images can be inserted.";
}

/** Inserts a paragraph at the cursor of the text's field, or at the end. */
function insertAtCursor(text: string, paragraph: string): string {
  const field = document.querySelector<HTMLTextAreaElement>("#field-markdown");
  const isTouched = field !== null && field.selectionEnd > 0;
  const at = isTouched ? field.selectionEnd : text.length;
  return `${text.slice(0, at).trimEnd()}\n\n${paragraph}\n\n${text.slice(at).trimStart()}`;
}

async function readDataUrl(file: File): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable file")));
    reader.readAsDataURL(file);
  });
}
