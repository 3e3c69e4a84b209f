import { createErrorCorrection } from "../../../symbol/reed-solomon.ts";
import type { SymbolSize } from "./sizes.ts";

/** The code of Data Matrix (ISO/IEC 16022, 5.7.1). */
const computeErrorCorrection = createErrorCorrection({ polynomial: 0x12d, firstRoot: 1 });

/**
 * Number of blocks of the largest symbol, whose error correction begins with the shorter blocks,
 * from the ninth (Annex E).
 */
const ROTATED_BLOCKS = 10;
const ROTATION = 8;

/**
 * Returns data and error correction codewords in the order in which they are placed; blocks are
 * interleaved.
 */
export function addErrorCorrection(
  data: readonly number[],
  { correction, blocks }: SymbolSize,
): number[] {
  const length = correction / blocks;
  const corrections = Array.from({ length: blocks }, (_, block) =>
    computeErrorCorrection(
      Uint8Array.from(data.filter((_codeword, index) => index % blocks === block)),
      length,
    ),
  );
  const rotation = blocks === ROTATED_BLOCKS ? ROTATION : 0;
  const result = [...data];
  for (let index = 0; index < length; index++) {
    for (let block = 0; block < blocks; block++) {
      result.push(corrections[(block + rotation) % blocks]?.[index] ?? 0);
    }
  }
  return result;
}
