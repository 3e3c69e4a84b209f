import {
  describeContrast,
  isSame,
  parseColor,
  type ParsedColor,
  parseSymbolColors,
  type SymbolColors,
} from "../../domain/symbol/colors.ts";
import { ValidationError } from "../../lib/errors.ts";
import type { Input } from "../../lib/schema.ts";
import type { QrInput } from "./schema.ts";

interface QrColors extends SymbolColors {
  /** Color to which `dark` changes. */
  gradient: ParsedColor | undefined;
}

/** Parses the colors of a request. Throws ValidationError for modules that look like the light. */
export function parseQrColors(input: Input<typeof QrInput>): QrColors {
  const colors = parseSymbolColors(input);
  const { gradientColor } = input;
  const gradient = gradientColor === undefined ? undefined : parseColor(gradientColor);
  if (gradient && isSame(gradient, colors.light)) {
    throw ValidationError.at(["gradientColor"], "must differ from lightColor");
  }
  return { ...colors, gradient };
}

/**
 * Computes the lowest contrast of the modules. It is at an end of a gradient, because luminance is
 * a convex function of the channels. A gradient that passes the background has none.
 */
export function describeQrContrast({ dark, light, gradient }: QrColors) {
  const first = describeContrast({ dark, light });
  if (!gradient) return first;
  const last = describeContrast({ dark: gradient, light });
  const contrast = first.inverted === last.inverted ? Math.min(first.contrast, last.contrast) : 1;
  return { contrast, inverted: first.inverted || last.inverted };
}
