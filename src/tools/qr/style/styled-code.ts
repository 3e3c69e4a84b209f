import type { Logo } from "../../../lib/graphics/logo.ts";
import type { Box } from "../../../lib/graphics/shape.ts";
import type { QrDrawing } from "../../../domain/qr/svg.ts";
import type { ParsedColor } from "../../../domain/symbol/colors.ts";
import type { EyeShape, ModuleShape } from "./module-paths.ts";
import type { Plate } from "./plate.ts";

/** A logo and the part of the symbol that is cleared for it. */
interface PlacedLogo {
  logo: Logo;
  plate: Plate;
}

/** A code with shaped modules or finder patterns, a gradient or a logo. */
export interface StyledCode extends QrDrawing {
  shape: ModuleShape;
  eyes: EyeShape;
  /** Color of the modules at the bottom right; `dark` is that at the top left. */
  gradient: ParsedColor | undefined;
  placed: PlacedLogo | undefined;
}

/** Returns true for a code that is more than black and white squares. */
export function isStyled({ shape, eyes, gradient, placed }: StyledCode): boolean {
  return shape !== "square" || eyes !== "square" || gradient !== undefined || placed !== undefined;
}

export type LogoBox = Box;

/** Space on each side of a logo, relative to the side of its plate. */
const PADDING = 0.1;

/**
 * Returns the rectangle of a logo in modules from the image's corner, as large as its plate allows
 * and in its middle.
 */
export function computeLogoBox({ logo, plate }: PlacedLogo, margin: number): LogoBox {
  const maxSide = plate.side * (1 - 2 * PADDING);
  const scale = maxSide / Math.max(logo.width, logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const center = margin + plate.start + plate.side / 2;
  return { x: center - width / 2, y: center - height / 2, width, height };
}
