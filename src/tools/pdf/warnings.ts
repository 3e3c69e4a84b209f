import { describeMissingImages } from "../../domain/pdf/missing-images.ts";
import type { PdfWarning } from "../../pdf/document.ts";
import type { MarkdownPdf, MissingImagesWarning } from "./task.ts";

type Warning = MarkdownPdf["warnings"][number];

/** Maximum characters without a glyph, and maximum images, that a warning names. */
const MAX_CHARACTERS = 20;
const MAX_IMAGES = 5;

/** Maximum length of the name of an image in a warning. */
const MAX_NAME_LENGTH = 80;

/** Returns a warning as its code and a sentence. */
export function formatWarning(warning: Warning): string {
  const sentence =
    warning.code === "missing-glyph" ? describeGlyphs(warning) : describeImages(warning);
  return `${warning.code}: ${sentence}`;
}

function describeGlyphs({ characters }: PdfWarning): string {
  const codePoints = characters.map((character) => {
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `U+${number}`;
  });
  return `no font has ${joinSome(codePoints, MAX_CHARACTERS)}`;
}

function describeImages({ names }: MissingImagesWarning): string {
  const unnamed = Math.max(0, names.length - MAX_IMAGES);
  return describeMissingImages({ names: names.slice(0, MAX_IMAGES).map(shorten), unnamed });
}

/**
 * Returns the headers that name the warnings. Names of images are percent-encoded where a header
 * cannot carry them.
 */
export function createWarningHeaders(warnings: readonly Warning[]): Record<string, string> {
  if (warnings.length === 0) return {};
  const images = warnings.find((warning) => warning.code === "missing-image");
  const names = images?.names.map((name) => encodeURI(shorten(name)).replaceAll("%25", "%"));
  return {
    "X-PDF-Warnings": warnings.map(({ code }) => code).join(", "),
    ...(names && { "X-PDF-Missing-Images": joinSome(names, MAX_IMAGES) }),
  };
}

function joinSome(names: readonly string[], max: number): string {
  const unnamedCount = names.length - max;
  return names.slice(0, max).join(", ") + (unnamedCount > 0 ? ` and ${unnamedCount} more` : "");
}

function shorten(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= MAX_NAME_LENGTH) return name;
  return `${characters.slice(0, MAX_NAME_LENGTH - 1).join("")}…`;
}
