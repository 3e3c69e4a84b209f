import * as library from "@bwip-js/node";
import type { EncodeRequest, EncodeResult } from "./symbol.ts";

/** The library's names of encoders by type; a type that is not here has the same name. */
const ENCODERS: Readonly<Record<string, string>> = {
  "gs1-databar": "databaromni",
  "gs1-databar-expanded": "databarexpanded",
  pdf417: "pdf417",
  aztec: "azteccode",
};

interface RawSymbol {
  /** The modules row by row (1 is dark), and the number of columns and rows. */
  pixs?: number[];
  pixx?: number;
  pixy?: number;
  /** Widths of bars and spaces, bar first. */
  sbs?: number[];
}

/**
 * The library's types omit its default export, whose `raw` returns symbols instead of drawing them.
 */
const { raw } = (library as unknown as { default: BwipApi }).default;

interface BwipApi {
  raw(encoder: string, text: string, options: object): RawSymbol[];
}

/**
 * Encodes a symbol. Returns `too-long` when the text fits no symbol with these options. Throws any
 * other error of the library, because texts are validated before.
 */
export function encodeWithBwip(request: EncodeRequest): EncodeResult {
  try {
    const encoder = ENCODERS[request.type] ?? request.type;
    const [symbol = {}] = raw(encoder, request.text, toOptions(request));
    return toResult(symbol);
  } catch (error) {
    if (error instanceof Error && TOO_LONG.test(error.message)) return { kind: "too-long" };
    throw error;
  }
}

/**
 * Matches the messages of the library's errors for texts that exceed a capacity. They have no
 * common code.
 */
const TOO_LONG =
  /NoValidSymbol|TooLong|tooLong|too long|MaxLength|maximum length|insufficient|capacity|InvalidRowsOrColumns/i;

/** Leaves `parse` and `parsefnc` unset, so that texts never reach the library's own escapes. */
function toOptions({ type, columns, errorCorrection }: EncodeRequest): object {
  switch (type) {
    case "pdf417":
      return {
        ...(columns !== undefined && { columns }),
        ...(errorCorrection !== undefined && { eclevel: errorCorrection }),
      };
    case "aztec":
      return errorCorrection === undefined ? {} : { eclevel: errorCorrection };
    default:
      return { dontlint: true };
  }
}

function toResult({ pixs, pixx = 0, pixy = 0, sbs = [] }: RawSymbol): EncodeResult {
  // The guard pattern of GS1 DataBar starts with a space, for which the library adds a bar of no
  // width.
  if (!pixs) return { kind: "linear", widths: sbs[0] === 0 ? sbs.slice(2) : sbs };
  const dark = new Uint8Array(pixx * pixy);
  // The library returns each row of PDF417 once, although rows are several modules high.
  const rowHeight = dark.length / pixs.length;
  for (let row = 0; row < pixy; row++) {
    const start = Math.floor(row / rowHeight) * pixx;
    dark.set(pixs.slice(start, start + pixx), row * pixx);
  }
  return { kind: "matrix", matrix: { columns: pixx, rows: pixy, dark } };
}
