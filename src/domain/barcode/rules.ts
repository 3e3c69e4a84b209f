import type { BarcodeType } from "../symbol/barcode-types.ts";

/** The size of symbols according to the symbology's specification. */
interface TypeRules {
  /** False for two-dimensional symbols. */
  isLinear: boolean;
  /** Nominal width of a module in mm (X-dimension). */
  moduleMm: number;
  /** Minimum and maximum width of a module in mm. */
  moduleRange?: readonly [min: number, max: number];
  /** Height of the bars in modules if it scales with them. */
  heightModules?: number;
  /** Height of the bars in mm if it is fixed. */
  heightMm?: number;
  /** Quiet zone in modules: left and right of linear symbols, on all sides of others. */
  quietZone: readonly [left: number, right: number];
}

const RETAIL = { isLinear: true, moduleMm: 0.33, moduleRange: [0.264, 0.66] } as const;
/** Bars of 22.85 mm at the nominal width of a module. */
const RETAIL_HEIGHT = 22.85 / 0.33;
const LOGISTIC = { isLinear: true, moduleMm: 0.495, heightMm: 31.75, quietZone: [10, 10] } as const;
const LINEAR = { isLinear: true, moduleMm: 0.25, quietZone: [10, 10] } as const;
const EAN_13 = { ...RETAIL, heightModules: RETAIL_HEIGHT, quietZone: [11, 7] } as const;

/**
 * GS1 General Specifications, release 26, section 5 (dimensions, quiet zones) and 5.12.3 (symbol
 * specification tables); ISO/IEC 15417, 15438, 16022, 16388, 16390 and 24778 for the others.
 */
const RULES: Readonly<Record<BarcodeType, TypeRules>> = {
  code128: LINEAR,
  ean13: EAN_13,
  ean8: { ...RETAIL, heightModules: 18.23 / 0.33, quietZone: [7, 7] },
  upca: { ...RETAIL, heightModules: RETAIL_HEIGHT, quietZone: [9, 9] },
  upce: { ...RETAIL, heightModules: RETAIL_HEIGHT, quietZone: [9, 7] },
  itf14: { ...LOGISTIC, moduleRange: [0.25, 1.016] },
  itf: LINEAR,
  code39: LINEAR,
  code93: LINEAR,
  codabar: LINEAR,
  isbn: EAN_13,
  issn: EAN_13,
  sscc: { ...LOGISTIC, moduleRange: [0.25, 0.94] },
  "gs1-128": { ...LOGISTIC, moduleRange: [0.25, 1.016] },
  "gs1-datamatrix": { isLinear: false, moduleMm: 0.25, quietZone: [1, 1] },
  "gs1-databar": { ...LINEAR, moduleRange: [0.17, 0.66], heightModules: 33 },
  "gs1-databar-expanded": { ...LINEAR, moduleRange: [0.17, 0.66], heightModules: 34 },
  datamatrix: { isLinear: false, moduleMm: 0.25, quietZone: [1, 1] },
  pdf417: { isLinear: false, moduleMm: 0.25, quietZone: [2, 2] },
  aztec: { isLinear: false, moduleMm: 0.25, quietZone: [0, 0] },
};

/** Returns the sizes of a symbology. */
export function getRules(type: BarcodeType): TypeRules {
  return RULES[type];
}
