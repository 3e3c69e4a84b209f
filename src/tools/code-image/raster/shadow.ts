import type { Geometry } from "./geometry.ts";

/** How much of the window's shadow falls on each column and each scanline, 0 to 1: on a pixel, their product. */
export interface Shadow {
  across: Float64Array;
  down: Float64Array;
  /** The columns, from one up to another, between the soft sides. */
  plateau: [from: number, to: number];
}

/**
 * A rectangle blurred by a Gaussian is the product of one profile across and one down, which makes a soft
 * shadow cost one multiplication a pixel.
 */
export function shadowProfiles({ width, height, window }: Geometry): Shadow {
  const blur = window.left * 0.3;
  const drop = window.left * 0.2;
  const profile = (length: number, from: number, to: number) => {
    const shares = new Float64Array(length);
    for (let at = 0; at < length; at++) {
      shares[at] = normal((at + 0.5 - from) / blur) - normal((at + 0.5 - to) / blur);
    }
    return shares;
  };
  const across = profile(width, window.left, window.right);
  return {
    across,
    down: profile(height, window.top + drop, window.bottom + drop),
    plateau: [across.indexOf(1), across.lastIndexOf(1) + 1],
  };
}

/** The normal distribution's cumulative share, by Zelen and Severo's approximation (error below 1e-5). */
function normal(z: number): number {
  // Exact far out: so scanlines that look alike are alike, and most need no exponential.
  if (Math.abs(z) > 4) return z > 0 ? 1 : 0;
  const t = 1 / (1 + 0.33267 * Math.abs(z));
  const tail = Math.exp((-z * z) / 2) * t * (0.4361836 + t * (-0.1201676 + t * 0.937298));
  const share = tail / Math.sqrt(2 * Math.PI);
  return z > 0 ? 1 - share : share;
}
