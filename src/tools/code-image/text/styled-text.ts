import type { Color } from "../raster/color.ts";
import type { Face } from "./shape.ts";

export interface Style extends Face {
  color: Color;
  underline: boolean;
  strike: boolean;
}

export interface StyledText {
  text: string;
  style: Style;
}
