import type { Logo } from "../../../lib/graphics/logo.ts";
import type { QrDrawing } from "../../../domain/qr/svg.ts";
import type { ModuleShape } from "./module-paths.ts";
import type { Plate } from "./plate.ts";

/** A logo and the part of the symbol that is cleared for it. */
export interface PlacedLogo {
  logo: Logo;
  plate: Plate;
}

/** A code with shaped modules or a logo. */
export interface StyledCode extends QrDrawing {
  shape: ModuleShape;
  placed: PlacedLogo | undefined;
}

export interface LogoBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

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
