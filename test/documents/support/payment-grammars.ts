import assert from "node:assert/strict";

/**
 * The contents of a payment code, read by the grammar of its standard. Amounts are decimal
 * texts.
 */
export interface ReadPayment {
  amount: string;
  /** Account, key or VAT number of the payee. */
  payee: string;
  reference?: string | undefined;
}

/** Returns a number of cents as decimal text. */
function fromCents(cents: string): string {
  return `${BigInt(cents) / 100n}.${cents.slice(-2)}`;
}

/** SPAYD 1.0: `key:value` fields between asterisks. */
function readSpayd(text: string): ReadPayment {
  const [head, version, ...fields] = text.split("*");
  assert.deepEqual([head, version], ["SPD", "1.0"]);
  const values = new Map(
    fields.map((field) => {
      const [, key = "", value = ""] =
        /^([A-Z-]+):((?:[\x20-$&-)+-~]|%[0-9A-F]{2})*)$/.exec(field) ?? [];
      return [key, decodeURIComponent(value)];
    }),
  );
  assert.equal(values.size, fields.length);
  assert.match(values.get("AM") ?? "", /^\d{1,7}\.\d{2}$/);
  assert.match(values.get("DT") ?? "20260101", /^\d{8}$/);
  const reference = values.get("X-VS") ?? values.get("MSG");
  return { amount: values.get("AM") ?? "", payee: values.get("ACC") ?? "", reference };
}

/** EMV QR Code: two digits of a name, two of a length in characters, and the value. */
function readTlv(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (let at = 0; at < text.length;) {
    const length = Number(text.slice(at + 2, at + 4));
    const value = text.slice(at + 4, at + 4 + length);
    assert.equal(value.length, length);
    values.set(text.slice(at, at + 2), value);
    at += 4 + length;
  }
  return values;
}

/** CRC-16/CCITT-FALSE, bit by bit. */
function computeCrc(text: string): string {
  let crc = 0xff_ff;
  for (const byte of Buffer.from(text)) {
    for (let bit = 7; bit >= 0; bit--) {
      const isSet = ((crc >> 15) & 1) !== ((byte >> bit) & 1);
      crc = ((crc << 1) & 0xff_ff) ^ (isSet ? 0x10_21 : 0);
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

function readPix(text: string): ReadPayment {
  const values = readTlv(text);
  const fixed = ["00", "52", "53", "58"].map((name) => values.get(name));
  assert.deepEqual(fixed, ["01", "0000", "986", "BR"]);
  assert.equal(values.get("63"), computeCrc(text.slice(0, -4)));
  assert.match(values.get("59") ?? "", /^[\x20-\x7e]{1,25}$/);
  assert.match(values.get("60") ?? "", /^[\x20-\x7e]{1,15}$/);
  const account = readTlv(values.get("26") ?? "");
  assert.equal(account.get("00"), "br.gov.bcb.pix");
  const reference = readTlv(values.get("62") ?? "").get("05");
  return { amount: values.get("54") ?? "", payee: account.get("01") ?? "", reference };
}

/** ZATCA, phase 1: tags 1 to 5 with lengths in bytes. */
function readZatca(text: string): ReadPayment {
  const bytes = Buffer.from(text, "base64");
  assert.equal(bytes.toString("base64"), text);
  const values: string[] = [];
  for (let at = 0; at < bytes.length; at += 2 + (bytes[at + 1] ?? 0)) {
    assert.equal(bytes[at], values.length + 1);
    values.push(bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0)).toString());
  }
  const [, payee = "", time = "", amount = "", tax = ""] = values;
  assert.equal(values.length, 5);
  assert.match(time, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
  assert.match(tax, /^\d+\.\d{2}$/);
  return { amount, payee };
}

/** UPN QR: 20 lines, the last of which is the length of the others. */
function readUpn(text: string): ReadPayment {
  const lines = text.split("\n");
  assert.equal(lines.length, 21);
  assert.equal(lines[0], "UPNQR");
  const body = lines.slice(0, 19).map((line) => `${line}\n`);
  assert.equal(Number(lines[19]), body.join("").length);
  assert.match(lines[8] ?? "", /^\d{11}$/);
  assert.match(lines[11] ?? "", /^[A-Z]{4}$/);
  assert.match(lines[13] ?? "", /^(?:\d{2}\.\d{2}\.\d{4})?$/);
  for (const at of [5, 6, 7, 16, 17, 18]) assert.ok((lines[at] ?? "").length <= 33);
  return { amount: fromCents(lines[8] ?? ""), payee: lines[14] ?? "", reference: lines[15] };
}

/** HUB-3A: 14 lines of limited length. */
function readHub3(text: string): ReadPayment {
  const lines = text.split("\n");
  assert.equal(lines.length, 15);
  assert.deepEqual(lines.slice(0, 2), ["HRVHUB30", "EUR"]);
  const lengths = [8, 3, 15, 30, 27, 27, 25, 25, 27, 21, 4, 22, 4, 35, 0];
  lines.forEach((line, at) => assert.ok(Array.from(line).length <= (lengths[at] ?? 0), line));
  assert.match(lines[2] ?? "", /^\d{15}$/);
  assert.match(`${lines[10]}|${lines[11]}`, /^HR(?:99\||\d{2}\|[\d-]{1,22})$/);
  return {
    amount: fromCents(lines[2] ?? ""),
    payee: lines[9] ?? "",
    reference: `${lines[10]} ${lines[11]}`.trim(),
  };
}

/** Readers of payment codes. Each throws an AssertionError for a text that breaks its standard. */
export const GRAMMARS: Readonly<Record<string, (text: string) => ReadPayment>> = {
  spayd: readSpayd,
  pix: readPix,
  zatca: readZatca,
  upn: readUpn,
  hub3: readHub3,
};
