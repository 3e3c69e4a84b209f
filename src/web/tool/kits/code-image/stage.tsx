import type { CSSProperties, JSX } from "preact";
import { CELL_EMS } from "../../../../domain/code-image/grid.ts";
import type { Values } from "../../../form/values.ts";
import { Draft } from "./Draft.tsx";
import { isOnGrid, splitLines } from "./draft-rows.ts";
import { measureSheet, type Sheet } from "./sheet.ts";
import { readThemeColors } from "./theme-colors.ts";

export interface StageProps {
  code: string;
  /** The values of the last picture; those of the form without one. */
  values: Values;
  /** The URL of the last picture; empty without one. */
  url: string;
  /** Of the stage, in pixels. */
  width: number;
  isFocused: boolean;
  wasFocused: boolean;
  /** The control with the code. */
  area: HTMLElement;
}

export interface StageLayout {
  /** Lengths in displayed pixels, as custom properties. */
  style: string;
  /** The colors of a theme's file; undefined for one of the API's themes. */
  colors: CSSProperties | undefined;
  /** Shown over the picture while it is not that of the code. */
  draft: JSX.Element | undefined;
}

/** Displayed pixels of the font at least, once the code was edited. */
const MIN_FONT = 11.5;
/** A picture of short lines is enlarged up to this factor. */
const MAX_ZOOM = 1.2;

/** Places the code over its picture, and makes the draft of a picture that is on its way. */
export function layoutStage(props: StageProps): StageLayout {
  const { code, values, url, width, isFocused, wasFocused, area } = props;
  const sheet = measureSheet(values, code);
  const zoom = chooseZoom(sheet, width, wasFocused);
  const drawn = url === "" ? undefined : (values["code"] ?? "");
  const isDrawn = drawn === code && (!isFocused || splitLines(code).every(isOnGrid));
  const picture =
    drawn === undefined ? undefined : { url, code: drawn, sheet: measureSheet(values, drawn) };
  return {
    style: toStyle(sheet, zoom, sheet.cell.width - sheet.fontSize * measureAdvance(area)),
    colors: readThemeColors(values["themeFile"] ?? ""),
    draft: isDrawn ? undefined : (
      <Draft code={code} values={values} picture={picture} sheet={sheet} zoom={zoom} />
    ),
  };
}

/** Fits the sheet into the stage, but once it was edited the font stays large enough to read. */
function chooseZoom({ width, fontSize }: Sheet, available: number, wasEdited: boolean): number {
  const fit = Math.min(available / width, MAX_ZOOM);
  return wasEdited ? Math.max(fit, Math.min(1, MIN_FONT / fontSize)) : fit;
}

let advance: number | undefined;

/**
 * Returns the advance of the browser's code font in ems. It is measured, because the font may be
 * any of the system's, and letter spacing makes it as wide as the cells of the picture.
 */
function measureAdvance(area: HTMLElement): number {
  if (advance !== undefined) return advance;
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return CELL_EMS;
  context.font = `100px ${getComputedStyle(area).fontFamily}`;
  advance = context.measureText("0").width / 100;
  return advance;
}

/** Returns the lengths as one text, because each property would be a change of the page. */
function toStyle(sheet: Sheet, zoom: number, spacing: number): string {
  const { window, text, cell } = sheet;
  const lengths = {
    width: sheet.width,
    height: sheet.height,
    left: text.left,
    top: text.top,
    row: cell.height,
    font: sheet.fontSize,
    numbers: sheet.numbersRight ?? 0,
    margin: sheet.margin,
    radius: window.radius,
    "window-left": window.left,
    "window-top": window.top,
    "window-width": window.width,
    "window-height": window.height,
  };
  const properties = Object.entries(lengths).map(
    ([name, length]) => `--${name}:${length * zoom}px;`,
  );
  return `${properties.join("")}--spacing:${spacing * zoom}px`;
}
