import { ImageError } from "../../../pdf/images/decoded-image.ts";
import type { DrawnCode, DrawRequest } from "./draw-styled.ts";
import { renderStyledPng } from "./styled-png.ts";

/** The code that is read back has this many pixels a module at most: more make reading slower, not better. */
const MAX_PROOF_SCALE = 8;

/** Draws a styled code and its proof in a worker. */
export default function runDrawTask({ code, scale }: DrawRequest): DrawnCode {
  const { symbol, margin } = code;
  const proofScale = Math.min(scale ?? MAX_PROOF_SCALE, MAX_PROOF_SCALE);
  // Readers need a quiet zone, which is another warning's subject.
  const proofMargin = Math.max(margin, 4);
  const proofWidth = (symbol.modules + 2 * proofMargin) * proofScale;
  try {
    const proof = renderStyledPng(
      { ...code, margin: proofMargin },
      { scale: proofScale, width: proofWidth },
    );
    if (scale === undefined) return { kind: "drawn", proof };
    return { kind: "drawn", proof, image: renderStyledPng(code, { scale, width: code.width }) };
  } catch (error) {
    if (error instanceof ImageError) return { kind: "refused", message: error.message };
    throw error;
  }
}
