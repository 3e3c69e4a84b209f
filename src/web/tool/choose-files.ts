import { readFolders } from "./read-folders.ts";

/** The file inputs of a page other than the JSON import. */
const INPUTS = "main input[type='file']:not(.form-head input)";

/**
 * Chooses files in a file input, as if they were picked there. It is the input of the element with
 * `data-drop` around the target, else the first one of the page that accepts them.
 */
export function chooseFiles(files: readonly File[], target: Element): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>(INPUTS)];
  // Falls back to the JSON import of the form, which reports what is wrong with a file.
  inputs.push(...document.querySelectorAll<HTMLInputElement>(".form-head input[type='file']"));
  const input =
    target.closest("[data-drop]")?.querySelector<HTMLInputElement>("input[type='file']") ??
    inputs.find((candidate) => isAccepted(candidate.accept, files[0])) ??
    inputs.at(-1);
  if (input) choose(input, files);
}

/**
 * Chooses the files of folders in the input that takes several of their types. It is the one around
 * the target, else the first one of the page. Their names are their paths.
 */
export async function chooseFolders(
  entries: readonly FileSystemEntry[],
  target: Element,
): Promise<void> {
  const files = await readFolders(entries);
  const near = target.closest("[data-drop]")?.querySelector<HTMLInputElement>("input[type='file']");
  const inputs = [near, ...document.querySelectorAll<HTMLInputElement>(INPUTS)];
  for (const input of inputs) {
    const accepted = input?.multiple ? files.filter((file) => isAccepted(input.accept, file)) : [];
    if (input && accepted.length > 0) return choose(input, accepted);
  }
}

function choose(input: HTMLInputElement, files: readonly File[]): void {
  const list = new DataTransfer();
  for (const file of files) list.items.add(file);
  input.files = list.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Returns true for a file that matches an `accept` attribute. */
function isAccepted(accept: string, { name = "", type = "" }: Partial<File> = {}): boolean {
  const isMatch = (accepted: string) =>
    accepted.endsWith("/*")
      ? type.startsWith(accepted.slice(0, -1))
      : accepted === type || (accepted.startsWith(".") && name.toLowerCase().endsWith(accepted));
  return accept === "" || accept.split(",").some(isMatch);
}
