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
  for (const [number, offset] of offsets) reader.addEntry(number, { offset });
  const trailers = [...text.matchAll(/\btrailer\b/g)].slice(-MAX_TRAILERS);
  for (const { index } of trailers) readTrailer(reader, index + 7);
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

/** Finds the catalog, and the objects in streams on the way. */
function findCatalog(reader: PdfReader): void {
  const { trailer } = reader;
  for (const number of reader.objectNumbers) {
    const value = readObject(reader, number);
    const dictionary = value instanceof PdfStream ? value.dictionary : value;
    if (!(dictionary instanceof Map)) continue;
    const type = reader.getName(dictionary.get("Type"));
    if (dictionary.has("Encrypt")) trailer.set("Encrypt", dictionary.get("Encrypt") ?? null);
    if (type === "ObjStm" && value instanceof PdfStream) addStreamEntries(reader, number, value);
    if (type === "Catalog") trailer.set("Root", new PdfReference(number));
  }
  if (trailer.has("Root")) return;
  for (const number of reader.objectNumbers) {
    const dictionary = readObject(reader, number);
    if (dictionary instanceof Map && reader.getName(dictionary.get("Type")) === "Catalog") {
      trailer.set("Root", new PdfReference(number));
    }
  }
}

function addStreamEntries(reader: PdfReader, number: number, stream: PdfStream): void {
  const first = reader.getNumber(stream.dictionary.get("First")) ?? 0;
  const header = reader.decode(stream).toString("latin1", 0, first).trim().split(/\s+/);
  for (let index = 0; index * 2 < header.length; index++) {
    reader.addEntry(Number(header[index * 2]), { stream: number, index });
  }
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
