import type { PdfReader } from "./pdf-reader.ts";
import { PdfParser, PdfReference, PdfStream, PdfSyntaxError, type PdfValue } from "./syntax.ts";

/** Trailers that are read, as many as sections of an undamaged file. */
const MAX_TRAILERS = 64;

/** Finds the objects of a file whose sections are damaged; the last of each number counts. */
export function findObjects(reader: PdfReader): void {
  const text = reader.bytes.toString("latin1");
  const offsets = new Map<number, number>();
  for (const { 1: number, index } of text.matchAll(
    /(?<![0-9])(\d{1,10})\s{1,4}\d{1,5}\s{1,4}obj\b/g,
  )) {
    offsets.set(Number(number), index);
  }
  const newestFirst = [...offsets].toSorted(([, left], [, right]) => right - left);
  for (const [number, offset] of newestFirst) reader.addEntry(number, { offset });
  const trailers = [...text.matchAll(/\btrailer\b/g)].slice(-MAX_TRAILERS);
  for (const { index } of trailers) readTrailer(reader, index + 7);
  for (const number of reader.objectNumbers) readStreamEntries(reader, number);
  if (!reader.trailer.has("Root")) findCatalog(reader);
}

function readTrailer({ bytes, trailer }: PdfReader, position: number): void {
  try {
    for (const [name, value] of new PdfParser(bytes, position).readDictionary()) {
      trailer.set(name, value);
    }
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
  }
}

/** Adds the objects in an object stream, and what a section says about the file. */
function readStreamEntries(reader: PdfReader, number: number): void {
  const stream = readObject(reader, number);
  if (!(stream instanceof PdfStream)) return;
  const { dictionary } = stream;
  if (dictionary.has("Encrypt")) reader.trailer.set("Encrypt", dictionary.get("Encrypt") ?? null);
  if (reader.getName(dictionary.get("Type")) !== "ObjStm") return;
  const first = reader.getNumber(dictionary.get("First")) ?? 0;
  const header = reader.tryDecode(stream)?.toString("latin1", 0, first).match(/\d+/g) ?? [];
  for (let index = 0; index * 2 < header.length; index++) {
    reader.addEntry(Number(header[index * 2]), { stream: number, index });
  }
}

function findCatalog(reader: PdfReader): void {
  const catalog = reader.objectNumbers.find((number) => {
    const dictionary = readObject(reader, number);
    return dictionary instanceof Map && reader.getName(dictionary.get("Type")) === "Catalog";
  });
  if (catalog !== undefined) reader.trailer.set("Root", new PdfReference(catalog));
}

/** Returns null for a damaged object. */
function readObject(reader: PdfReader, number: number): PdfValue {
  try {
    return reader.getObject(number);
  } catch (error) {
    if (error instanceof PdfSyntaxError) return null;
    throw error;
  }
}
