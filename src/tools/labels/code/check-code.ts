import { checkErrorCorrection } from "../../../domain/barcode/encode.ts";
import { describeContrast, MIN_CONTRAST, parseColor } from "../../../domain/symbol/colors.ts";
import { ValidationError } from "../../../lib/errors.ts";
import type { CodeDesign } from "../label-schema.ts";

const PATH = ["label", "code"];
const MAX_QR_MARGIN = 32;

/** Throws ValidationError for members that the type of the code does not allow. */
export function checkCode(code: CodeDesign): void {
  const { type, margin = 0, errorCorrection } = code;
  if (measureContrast(code) <= 1)
    throw ValidationError.at([...PATH, "darkColor"], "must differ from white");
  if (type !== "qr") {
    atPath(PATH, () => checkErrorCorrection(type, errorCorrection));
  } else if (margin > MAX_QR_MARGIN) {
    throw ValidationError.at([...PATH, "margin"], `must be at most ${MAX_QR_MARGIN} for qr`);
  }
}

/** Returns true for a color that scanners may not see on white paper. */
export function hasLowContrast(code: CodeDesign): boolean {
  return measureContrast(code) < MIN_CONTRAST;
}

function measureContrast({ darkColor }: CodeDesign): number {
  return describeContrast({ dark: parseColor(darkColor), light: parseColor("#ffffff") }).contrast;
}

/** Runs a check of the code's own tool, whose members are below `path` here. */
export function atPath<T>(path: string[], check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(
      error.issues.map((issue) => ({ path: [...path, ...issue.path], message: issue.message })),
    );
  }
}
