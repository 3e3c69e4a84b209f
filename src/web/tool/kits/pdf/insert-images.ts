import type { FormModel } from "../../../form/form-model.ts";
import { readDataUrl } from "../../../form/read-data-url.ts";
import type { Values } from "../../../form/values.ts";
import { assignFiles, listImageNames, toImageName } from "./image-names.ts";

/** Bytes of all images together, as data URLs, that the API takes. */
const MAX_CHARACTERS = 4 * 2 ** 20;
const MAX_IMAGES = 20;

/** The images' path in the form; each image has its name after it. */
const PATH = "images.";

/**
 * Adds images to the form. One that the text names is shown there; another one is shown at the
 * cursor, unless it is in a folder. Returns a sentence about what was left out, or "".
 */
export async function insertImages(files: readonly File[], model: FormModel): Promise<string> {
  const images = files.filter(({ type }) => type === "image/png" || type === "image/jpeg");
  const { markdown = "", ...values } = model.values.value;
  const names = assignFiles(images, listImageNames(markdown), (name) => !!values[PATH + name]);
  const chosen = images.filter((image) => names.has(image) || !isInFolder(image));
  for (const image of chosen) {
    const url = await readDataUrl(image);
    const next = addImage(model.values.value, { image, url, names: names.get(image) });
    const problem = findProblem(next, image);
    if (problem) return problem;
    model.change(next);
  }
  if (files.some(isInFolder))
    return chosen.length > 0 ? "" : "The text names no image of this folder.";
  return images.length === files.length ? "" : "Only PNG and JPEG images can be inserted.";
}

/** The name of a file from a folder is its path. */
function isInFolder({ name }: File): boolean {
  return name.includes("/");
}

interface AddedImage {
  image: File;
  url: string;
  /** Names that the text has for the image; undefined: none. */
  names: string[] | undefined;
}

function addImage(values: Values, { image, url, names }: AddedImage): Values {
  if (names) return { ...values, ...Object.fromEntries(names.map((name) => [PATH + name, url])) };
  const name = toImageName(image.name);
  const alt = image.name.replace(/\.\w+$/, "").replaceAll(/[[\]]/g, "");
  return {
    ...values,
    markdown: insertAtCursor(values["markdown"] ?? "", `![${alt}](${name})`),
    [PATH + name]: url,
  };
}

/** Returns a sentence when the images are more than the API takes. */
function findProblem(values: Values, image: File): string | undefined {
  const urls = Object.entries(values).flatMap(([path, text]) =>
    path.startsWith(PATH) && text !== "" ? [text] : [],
  );
  if (urls.reduce((sum, { length }) => sum + length, 0) > MAX_CHARACTERS)
    return `${image.name} is too large: images take up to 4 MB together.`;
  if (urls.length > MAX_IMAGES) return `${image.name} is one too many: up to 20 images fit.`;
  return undefined;
}

/** Inserts a paragraph at the cursor of the text's field, or at the end. */
function insertAtCursor(text: string, paragraph: string): string {
  const field = document.querySelector<HTMLTextAreaElement>("#field-markdown");
  const isTouched = field !== null && field.selectionEnd > 0;
  const at = isTouched ? field.selectionEnd : text.length;
  return `${text.slice(0, at).trimEnd()}\n\n${paragraph}\n\n${text.slice(at).trimStart()}`;
}
