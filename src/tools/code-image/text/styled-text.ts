import type { Color } from "../raster/color.ts";
import type { Face } from "./shape.ts";

/** Appearance of a cluster. */
export interface Style extends Face {
  color: Color;
  underline: boolean;
  strike: boolean;
}

/** A part of a line in one style. */
export interface StyledText {
  text: string;
  style: Style;
}
