import { ValidationError } from "../../lib/errors.ts";
import type { BarcodeType } from "../symbol/barcode-types.ts";
import { getRules } from "./rules.ts";

interface BarcodeSizeRequest {
  type: BarcodeType;
  moduleMm?: number;
  dpi?: number;
  scale?: number;
  heightMm?: number;
  margin?: number;
}

/** The sizes of a symbol, complete and checked. */
export interface BarcodeDimensions {
  moduleMm: number;
  /** Pixels per module. */
  scale: number;
  /** Quiet zone in modules, left and right. */
  margin: readonly [left: number, right: number];
  isMarginSmall: boolean;
  isOutsideSpecification: boolean;
}

/** Dots per inch of printed symbols unless the request names others. */
export const DEFAULT_DPI = 300;
export const MM_PER_INCH = 25.4;

/** Throws ValidationError for a scale beside a size in print. */
export function checkSingleScale({ scale, moduleMm, dpi }: Omit<BarcodeSizeRequest, "type">): void {
  if (scale === undefined || (moduleMm === undefined && dpi === undefined)) return;
  const conflicting = moduleMm === undefined ? "dpi" : "moduleMm";
  throw ValidationError.at(["scale"], `must not be combined with ${conflicting}`);
}

/**
 * Completes a request's sizes with the defaults of the specification. Throws ValidationError for
 * contradicting sizes.
 */
export function getDimensions(request: BarcodeSizeRequest): BarcodeDimensions {
  checkSingleScale(request);
  const { type, moduleMm, dpi, scale, heightMm, margin } = request;
  const rules = getRules(type);
  const width = moduleMm ?? rules.moduleMm;
  const [left, right] = rules.quietZone;
  const [min, max] = rules.moduleRange ?? [0, Infinity];
  const isTooLow =
    rules.isLinear && heightMm !== undefined && heightMm < getSpecifiedHeight(type, width);
  return {
    moduleMm: width,
    scale: scale ?? Math.max(1, Math.round((width * (dpi ?? DEFAULT_DPI)) / MM_PER_INCH)),
    margin: margin === undefined ? [left, right] : [margin, margin],
    isMarginSmall: margin !== undefined && (margin < left || margin < right),
    isOutsideSpecification: width < min || width > max || isTooLow,
  };
}

/**
 * Tolerance in mm, so that a height rounded to a tenth of a millimeter still counts as the
 * specification's.
 */
const ROUNDING_MM = 0.1;

function getSpecifiedHeight(type: BarcodeType, moduleMm: number): number {
  const { heightMm, heightModules } = getRules(type);
  return (heightMm ?? (heightModules ?? 0) * moduleMm) - ROUNDING_MM;
}

const MIN_HEIGHT_MM = 5;
/** Height of bars relative to the symbol's width where no specification sets it. */
const HEIGHT_RATIO = 0.15;

/**
 * Returns the height of the bars in modules: the caller's, the specification's, or 15% of the
 * symbol's width.
 */
export function getBarHeight(
  request: BarcodeSizeRequest,
  modules: number,
  moduleMm: number,
): number {
  const { heightMm, heightModules } = getRules(request.type);
  if (request.heightMm !== undefined) return request.heightMm / moduleMm;
  if (heightMm !== undefined) return heightMm / moduleMm;
  return heightModules ?? Math.max(MIN_HEIGHT_MM / moduleMm, modules * HEIGHT_RATIO);
}
