import type { QrSymbol } from "../../../domain/qr/symbol.ts";
import type { PathStep, Shape } from "../../../pdf/document.ts";

/** A QR code as a drawing whose unit is one module. */
export interface QrFigure {
  shapes: Shape[];
  /** Modules on a side, without a quiet zone. */
  modules: number;
}

/** Draws the dark modules of a symbol as one path of horizontal bars. */
export function drawQr({ modules, dark }: QrSymbol): QrFigure {
  const path: PathStep[] = [];
  for (let y = 0; y < modules; y++) {
    for (let x = 0; x < modules; x++) {
      const start = x;
      while (x < modules && dark[y * modules + x]) x++;
      if (x > start) path.push(["R", start, y, x - start, 1]);
    }
  }
  return { shapes: [{ path, fill: 0 }], modules };
}
