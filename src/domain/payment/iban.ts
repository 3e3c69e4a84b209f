/** Lengths of the IBANs of each country, by the SWIFT IBAN registry, release 99 (December 2024). */
const LENGTHS = new Map(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 " +
    "EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 " +
    "KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 " +
    "PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 " +
    "UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/**
 * Matches an IBAN without spaces (ISO 13616-1): country, two check digits, up to 30 letters and
 * digits.
 */
const IBAN_FORMAT = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/**
 * Removes the spaces of an IBAN, a BIC or a reference and puts it in upper case, as machines
 * exchange it.
 */
export function removeSpaces(text: string): string {
  return text.replace(/\s+/g, "").toUpperCase();
}

/**
 * Returns true if a compact IBAN has its country's length and correct check digits (ISO 7064, MOD
 * 97-10).
 */
export function isIban(iban: string): boolean {
  if (!IBAN_FORMAT.test(iban)) return false;
  const length = LENGTHS.get(iban.slice(0, 2));
  return (length === undefined || length === iban.length) && computeMod97(iban) === 1;
}

/** Groups a compact IBAN by four characters, as it is printed. */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, "$1 ");
}

/**
 * Returns true if a valid IBAN is a Swiss or Liechtenstein QR-IBAN. Its institution number is
 * within 30000 to 31999 (Swiss Implementation Guidelines QR-bill 2.3, 4.2.2).
 */
export function isQrIban(iban: string): boolean {
  return /^(CH|LI)\d\d3[01]\d{3}/.test(iban);
}

/** Returns true for a BIC of 8 or 11 characters in upper case (ISO 9362). */
export function isBic(bic: string): boolean {
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic);
}

/**
 * Returns the remainder modulo 97 of an identifier whose first four characters are moved to its
 * end. Letters count from A = 10.
 */
export function computeMod97(identifier: string): number {
  let remainder = 0;
  for (const character of identifier.slice(4) + identifier.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
