/** Colors of documents. Text has a contrast of at least 7 to 1 on white. */
export const COLORS = { ink: "14181f", muted: "4b5463", line: "d9dde3", tint: "f3f5f8" } as const;

/** Returns a color as `0xRRGGBB`. */
export function toRgb(color: string): number {
  return Number.parseInt(color, 16);
}
