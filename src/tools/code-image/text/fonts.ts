/** Returns the name of the code font's face with this weight and slant. */
export function getCodeFace(bold: boolean, italic: boolean): string {
  const style = `${bold ? "-bold" : ""}${italic ? "-italic" : ""}`;
  return `jetbrains-mono${style || "-regular"}`;
}
