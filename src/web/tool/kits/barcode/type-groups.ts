/** The types in the groups of the picker. Types that are missing here are in the last group. */
export const GROUPS: readonly (readonly [title: string, types: readonly string[]])[] = [
  ["Retail", ["ean13", "ean8", "upca", "upce", "isbn", "issn"]],
  [
    "Logistics and GS1",
    ["gs1-128", "gs1-datamatrix", "gs1-databar", "gs1-databar-expanded", "sscc", "itf14"],
  ],
  ["General", ["code128", "code39", "code93", "codabar", "itf"]],
  ["Two-dimensional", ["datamatrix", "pdf417", "aztec"]],
];

/**
 * A text of each type: for the pictures of the picker, and for the form when another type is
 * chosen.
 */
export const SAMPLES: Readonly<Record<string, string>> = {
  code128: "ABC-1234",
  ean13: "4006381333931",
  ean8: "96385074",
  upca: "036000291452",
  upce: "01234565",
  itf14: "10012345678902",
  itf: "12345678",
  code39: "CODE-39",
  code93: "CODE93",
  codabar: "A40156B",
  isbn: "978-3-16-148410-0",
  issn: "0317-8471",
  sscc: "340123451234567895",
  "gs1-128": "(01)09506000134352(17)270101(10)ABC123",
  "gs1-datamatrix": "(01)09506000134352(17)270101(10)ABC123",
  "gs1-databar": "(01)09506000134352",
  "gs1-databar-expanded": "(01)09506000134352(3103)001750",
  datamatrix: "Sundry",
  pdf417: "Sundry",
  aztec: "Sundry",
};

/** Rules for the text of types with a fixed form. */
export const RULES: Readonly<Record<string, string>> = {
  ean13: "12 digits, or 13 with the check digit.",
  ean8: "7 digits, or 8 with the check digit.",
  upca: "11 digits, or 12 with the check digit.",
  upce: "6 to 8 digits.",
  isbn: "ISBN-13 or ISBN-10, with or without hyphens.",
  issn: "8 characters, with or without the hyphen.",
  itf14: "13 digits, or 14 with the check digit.",
  itf: "An even number of digits.",
  sscc: "17 digits, or 18 with the check digit.",
  code39: "Capitals, digits, space and - . $ / + %.",
  codabar: "Digits and - $ : / . + between A, B, C or D.",
  "gs1-databar": "AI syntax with (01) only.",
};
