import { ValidationError } from "../../../lib/errors.ts";
import type { Printer } from "../code/fit-code.ts";
import type { LabelDesign } from "../label-schema.ts";
import type { BoxMm, Size } from "../../../domain/label-sheet/sheet.ts";

/** The size of a label and how it is filled. */
export interface LabelFrame {
  layout: "left" | "top";
  align: "left" | "center" | "right";
  valign: LabelDesign["valign"];
  /** Inside the padding, in mm. */
  room: BoxMm;
  maxFontSize: number;
  printer?: Printer | undefined;
}

const MIN_ROOM_MM = 1;

/** Returns the frame of a design. Throws a ValidationError for a padding that leaves no room. */
export function createFrame(design: LabelDesign, size: Size, printer?: Printer): LabelFrame {
  const { padding, valign, fontSize: maxFontSize } = design;
  const [width, height] = [size.width - 2 * padding, size.height - 2 * padding];
  if (Math.min(width, height) < MIN_ROOM_MM) {
    const label = `${size.width} × ${size.height} mm`;
    throw ValidationError.at(["label", "padding"], `leaves no room on a label of ${label}`);
  }
  const layout = design.layout ?? (size.height > size.width ? "top" : "left");
  const align = design.align ?? (layout === "top" ? "center" : "left");
  const room = { x: padding, y: padding, width, height };
  return { layout, align, valign, room, maxFontSize, printer };
}
