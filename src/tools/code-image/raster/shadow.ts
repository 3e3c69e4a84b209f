import type { Geometry } from "../../../domain/code-image/geometry.ts";

/** Shadow opacity per column and per scanline, 0 to 1; a pixel's opacity is their product. */
export interface Shadow {
  across: Float64Array;
  down: Float64Array;
  /** Columns of full opacity between the blurred edges. */
  plateau: [from: number, to: number];
}

/**
 * Creates the window's shadow. A rectangle blurred by a Gaussian is separable, so a soft shadow
 * costs one multiplication per pixel.
 */
export function createShadow({ width, height, window, margin }: Geometry): Shadow {
  const { blur, drop } = measureShadow(margin);
  // Without a margin the shadow would be outside the image.
  if (blur === 0) {
    return { across: new Float64Array(width), down: new Float64Array(height), plateau: [0, width] };
  }
  /** Returns the opacity at each pixel of a line that is covered from `from` to `to`. */
  const createProfile = (length: number, from: number, to: number) => {
    const opacities = new Float64Array(length);
    for (let at = 0; at < length; at++) {
      opacities[at] = normalCdf((at + 0.5 - from) / blur) - normalCdf((at + 0.5 - to) / blur);
    }
    return opacities;
  };
  const across = createProfile(width, window.left, window.right);
  return {
    across,
    down: createProfile(height, window.top + drop, window.bottom + drop),
    plateau: [across.indexOf(1), across.lastIndexOf(1) + 1],
  };
}

/**
 * Returns the standard deviation of the shadow's blur and its vertical offset, in the unit of the
 * margin.
 */
export function measureShadow(margin: number): { blur: number; drop: number } {
  return { blur: margin * 0.3, drop: margin * 0.2 };
}

/**
 * Returns the cumulative normal distribution (Abramowitz and Stegun, 26.2.16; error below 1e-5).
 */
function normalCdf(z: number): number {
  // Exactly 0 or 1 for large z, so that scanlines that look equal are equal and most need no
  // exponential.
  if (Math.abs(z) > 4) return z > 0 ? 1 : 0;
  const t = 1 / (1 + 0.33267 * Math.abs(z));
  const tail = Math.exp((-z * z) / 2) * t * (0.4361836 + t * (-0.1201676 + t * 0.937298));
  const share = tail / Math.sqrt(2 * Math.PI);
  return z > 0 ? 1 - share : share;
}
