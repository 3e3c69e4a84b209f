import { getVersion, listAlignmentCenters } from "../../../domain/qr/tables.ts";

export type ModuleShape = "square" | "rounded" | "dots";

/** Shape of the finder patterns. */
export type EyeShape = "square" | "rounded" | "circle";

/** Modules on a side of a finder pattern. */
const FINDER_SIDE = 7;

/** A part of a symbol: where its top left corner is, in modules, and its outline. */
export interface Stamp {
  x: number;
  y: number;
  /** Width and height in modules. */
  side: number;
  outline: ModuleOutline;
}

/**
 * A closed outline for the even-odd rule: its start point relative to the top left corner, and
 * relative path data.
 */
export interface ModuleOutline {
  start: readonly [x: number, y: number];
  data: string;
}

/** The modules of a symbol, and where its top left corner is. */
interface ShapedSymbol {
  modules: number;
  dark: Uint8Array;
  /** Quiet zone in modules. */
  margin: number;
}

/** Lists the modules of a symbol outside of its finder patterns. */
export function listModuleStamps(symbol: ShapedSymbol, shape: ModuleShape): Stamp[] {
  const { modules, margin } = symbol;
  const stamps: Stamp[] = [];
  const isAlignment = createAlignmentTest(modules);
  const trace = (x: number, y: number) => {
    if (shape === "square") return SQUARE;
    // Readers look for the proportions of alignment patterns too, which gaps between dots would
    // change.
    return shape === "dots" && !isAlignment(x, y) ? DOT_OUTLINE : traceTile(symbol, x, y);
  };
  for (let y = 0; y < modules; y++) {
    for (let x = 0; x < modules; x++) {
      if (!isDark(symbol, x, y) || isFinder(modules, x, y)) continue;
      stamps.push({
        x: x + margin,
        y: y + margin,
        side: 1,
        outline: trace(x, y),
      });
    }
  }
  return stamps;
}

/**
 * Lists the finder patterns of a symbol. Each is one part, because readers look for its
 * proportions.
 */
export function listEyeStamps({ modules, margin }: ShapedSymbol, eyes: EyeShape): Stamp[] {
  const far = margin + modules - FINDER_SIDE;
  const corners = [
    [margin, margin],
    [far, margin],
    [margin, far],
  ] as const;
  return corners.map(([x, y]) => ({ x, y, side: FINDER_SIDE, outline: FINDER_OUTLINES[eyes] }));
}

/** Returns the path data of a part at its position. */
export function formatStampPath({ x, y, outline }: Stamp): string {
  const { start, data } = outline;
  return `M${round(x + start[0])} ${round(y + start[1])}${data}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Returns the test whether a module belongs to an alignment pattern of a symbol this large. */
function createAlignmentTest(modules: number): (x: number, y: number) => boolean {
  const centers = listAlignmentCenters(getVersion(modules));
  const [first, last] = [centers[0], centers.at(-1)];
  const findCenter = (at: number) => centers.find((center) => Math.abs(center - at) <= 2);
  return (x, y) => {
    const [column, row] = [findCenter(x), findCenter(y)];
    if (column === undefined || row === undefined) return false;
    // Three corners have finder patterns instead.
    return (
      (column !== first || (row !== first && row !== last)) && (column !== last || row !== first)
    );
  };
}

/** Returns a module's outline, which is joined with its dark neighbors. */
function traceTile(symbol: ShapedSymbol, x: number, y: number): ModuleOutline {
  const neighbors =
    (isDark(symbol, x, y - 1) ? 1 : 0) +
    (isDark(symbol, x + 1, y) ? 2 : 0) +
    (isDark(symbol, x, y + 1) ? 4 : 0) +
    (isDark(symbol, x - 1, y) ? 8 : 0);
  return TILES[neighbors] ?? SQUARE;
}

function isDark({ modules, dark }: ShapedSymbol, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < modules && y < modules && dark[y * modules + x] === 1;
}

/** Returns true for the modules of the finder patterns. */
export function isFinder(modules: number, x: number, y: number): boolean {
  const isLeft = x < FINDER_SIDE;
  const isTop = y < FINDER_SIDE;
  const isRight = x >= modules - FINDER_SIDE;
  const isBottom = y >= modules - FINDER_SIDE;
  return (isLeft && isTop) || (isRight && isTop) || (isLeft && isBottom);
}

const SQUARE: ModuleOutline = { start: [0, 0], data: "h1v1h-1z" };

/** A dot as wide as its module, because jsQR samples smaller ones as light at many sizes. */
const DOT_OUTLINE: ModuleOutline = {
  start: [0, 0.5],
  data: "a.5.5 0 1 1 1 0a.5.5 0 1 1-1 0z",
};

/**
 * Outlines of a module by its dark neighbors (up 1, right 2, down 4, left 8). A corner is round
 * where no neighbor touches it.
 */
const TILES: readonly ModuleOutline[] = Array.from({ length: 16 }, (_, neighbors) => {
  const touches = (mask: number) => (neighbors & mask) !== 0;
  return {
    start: [0, 0.5],
    data:
      (touches(1 | 8) ? "v-.5h.5" : "a.5.5 0 0 1 .5-.5") +
      (touches(1 | 2) ? "h.5v.5" : "a.5.5 0 0 1 .5.5") +
      (touches(4 | 2) ? "v.5h-.5" : "a.5.5 0 0 1-.5.5") +
      (touches(4 | 8) ? "h-.5v-.5" : "a.5.5 0 0 1-.5-.5") +
      "z",
  };
});

/** The outlines of finder patterns: a ring and a center. */
const FINDER_OUTLINES: Readonly<Record<EyeShape, ModuleOutline>> = {
  square: createFinder(0, 0, 0),
  rounded: createFinder(2, 1.2, 0.8),
  circle: createFinder(3.5, 2.5, 1.5),
};

/** Creates a finder pattern from the radii of its corners, in modules. */
function createFinder(outer: number, inner: number, center: number): ModuleOutline {
  return {
    start: [0, 0],
    data:
      formatRoundedSquare(0, FINDER_SIDE, outer) +
      formatRoundedSquare(1, FINDER_SIDE - 2, inner) +
      formatRoundedSquare(2, 3, center),
  };
}

/** Formats a square relative to the current point, and moves back to that point. */
function formatRoundedSquare(inset: number, side: number, radius: number): string {
  const edge = side - 2 * radius;
  const arc = (x: number, y: number) =>
    radius === 0 ? "" : `a${radius} ${radius} 0 0 1 ${x} ${y}`;
  return (
    `m${inset + radius} ${inset}h${edge}${arc(radius, radius)}v${edge}${arc(-radius, radius)}` +
    `h${-edge}${arc(-radius, -radius)}v${-edge}${arc(radius, -radius)}z` +
    `m${-inset - radius} ${-inset}`
  );
}
