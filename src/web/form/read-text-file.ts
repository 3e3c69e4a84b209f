/**
 * Reads a file as text. Rejects with a sentence when it has other bytes, such as those of a
 * picture.
 */
export async function readTextFile(file: File): Promise<string> {
  const text = await file.text();
  if (/[\0\uFFFD]/.test(text)) throw new Error(`${file.name} is not a text file.`);
  return text;
}
