import {
  isAustralianNumber,
  isBelgianNumber,
  isGln,
  isNorwegianNumber,
  isSwedishNumber,
} from "../../../domain/invoice/company-numbers.ts";
import { computeMod97 } from "../../../domain/payment/iban.ts";

/** Check digits and forms of identifiers, which sets of rules call as `u:name(text)`. */
export const checks: Readonly<Record<string, (text: string) => boolean>> = {
  gln: isGln,
  "australian-number": isAustralianNumber,
  "belgian-number": isBelgianNumber,
  "greek-number": isGreekNumber,
  "norwegian-number": isNorwegianNumber,
  "swedish-number": isSwedishNumber,
  "codice-fiscale": (text) => CODICE_FISCALE.test(text),
  "codice-ipa": (text) => /^[A-Za-z0-9]{6}$/.test(text),
  "partita-iva": isPartitaIva,
  email: isEmail,
  iban: isIban,
};

/** That of a person, whose check letter Peppol does not verify, or of a company. */
const CODICE_FISCALE = /^(?:[A-Z]{6}\d\d[A-Z]\d\d.{3}\d[A-Z]|\d{11})$/i;

/** Returns true for 9 digits whose last is the sum of the others by powers of 2, modulo 11. */
function isGreekNumber(text: string): boolean {
  const digits = Array.from(text.slice(0, 9), Number);
  if (!/^\d{9}/.test(text)) return false;
  const check = digits.pop();
  const sum = digits.reduce((total, digit) => (total + digit) * 2, 0);
  return (sum % 11) % 10 === check;
}

/** Returns true for IT and 11 digits that Luhn's formula accepts, and for any other country. */
function isPartitaIva(text: string): boolean {
  if (!/^(?:IT|it)/.test(text)) return true;
  if (!/^..\d{11}$/.test(text)) return false;
  const sum = Array.from(text.slice(2), Number).reduce((total, digit, index) => {
    const value = index % 2 === 0 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Returns true for the check digits of an IBAN of any country and length, with spaces. */
function isIban(text: string): boolean {
  const iban = text.replaceAll(/\s/g, "");
  return /^[A-Z]{2}\d\d[A-Z0-9]{0,30}$/.test(iban) && computeMod97(iban) === 1;
}

const ATOM = /^[A-Za-z0-9!#$%&"*+/=?^_`{|}~-]+$/;
const LABEL = /^(?!-)[A-Za-z0-9-]+(?<!-)$/;

/** Returns true for atoms with dots, `@` and a name of at least two labels. */
function isEmail(text: string): boolean {
  const [local = "", host = "", ...others] = text.split("@");
  const labels = host.split(".");
  if (others.length > 0 || labels.length < 2) return false;
  return (
    local.split(".").every((atom) => ATOM.test(atom)) && labels.every((label) => LABEL.test(label))
  );
}
