import type { Logo } from "../../../pdf/logo/logo.ts";
import type { QrDrawing } from "../../../lib/qr/svg.ts";
import type { ModuleShape } from "./module-paths.ts";
import type { Plate } from "./plate.ts";

/** A logo and the part of the symbol that is left free for it. */
export interface PlacedLogo {
  logo: Logo;
  plate: Plate;
}

/** A code with shaped modules or a logo. */
export interface StyledCode extends QrDrawing {
  shape: ModuleShape;
  placed: PlacedLogo | undefined;
}

/** A rectangle. */
export interface LogoBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Free space around a logo, as a part of its plate. */
const PADDING = 0.1;

/** Returns where a logo goes, in modules from the picture's corner: as large as fits, in the middle of its plate. */
export function computeLogoBox({ logo, plate }: PlacedLogo, margin: number): LogoBox {
  const room = plate.side * (1 - 2 * PADDING);
  const scale = room / Math.max(logo.width, logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const center = margin + plate.start + plate.side / 2;
  return { x: center - width / 2, y: center - height / 2, width, height };
}
