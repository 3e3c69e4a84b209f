/** Encodings that the signature verifier uses. */
type Encoding = "utf8" | "latin1" | "base64" | "base64url" | "hex";

/** Bytes with the methods of Node's `Buffer` that the signature verifier uses. */
class Bytes extends Uint8Array {
  equals(other: Uint8Array): boolean {
    return this.length === other.length && this.every((byte, index) => byte === other[index]);
  }

  override toString(encoding: Encoding = "utf8"): string {
    // Node keeps a byte order mark.
    if (encoding === "utf8") return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this);
    if (encoding === "hex") return this.#join((byte) => byte.toString(16).padStart(2, "0"));
    const text = this.#join((byte) => String.fromCharCode(byte));
    if (encoding === "latin1") return text;
    const base64 = btoa(text);
    return encoding === "base64"
      ? base64
      : base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  #join(format: (byte: number) => string): string {
    let text = "";
    for (const byte of this) text += format(byte);
    return text;
  }
}

/**
 * The functions of Node's `Buffer` that the signature verifier uses, so that browsers run the API's
 * own verifier.
 */
export const Buffer = {
  /** Returns the bytes of a text, a copy of bytes, or a part of an ArrayBuffer. */
  from(source: string | Uint8Array | ArrayBuffer, second?: Encoding | number, length?: number) {
    if (typeof source === "string") return encode(source, second as Encoding | undefined);
    if (source instanceof Uint8Array) return new Bytes(source);
    return new Bytes(source, second as number | undefined, length);
  },

  alloc: (size: number): Bytes => new Bytes(size),
};

function encode(text: string, encoding: Encoding = "utf8"): Bytes {
  if (encoding === "utf8") return new Bytes(new TextEncoder().encode(text));
  if (encoding === "hex") {
    return Bytes.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) as Bytes;
  }
  const characters = encoding === "latin1" ? text : atob(text);
  const bytes = new Bytes(characters.length);
  for (let at = 0; at < characters.length; at++) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
