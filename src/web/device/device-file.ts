import { mergeDetails } from "../details/saved-parties.ts";
import { parseEntry } from "../ledger/entry.ts";
import { LEDGER_PREFIX } from "../ledger/entry-id.ts";
import { tryParseJson } from "../../lib/text/parse-json.ts";
import { KEY_PREFIX, readStored, writeStored } from "../shell/storage.ts";
import { restoreSnapshot, takeSnapshot } from "./stores.ts";

/** The file of everything that pages keep on a device. */
interface DeviceFile {
  format: "sundry-device";
  version: 1;
  /** The stored texts by their keys. */
  stored: Record<string, string>;
}

/** Largest file that is read, in bytes. Browsers keep at most about 10 MB of a site. */
const MAX_FILE = 20_000_000;

/** Returns the file of everything on this device. */
export function formatDeviceFile(): string {
  const file: DeviceFile = { format: "sundry-device", version: 1, stored: takeSnapshot() };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Returns the name of a file that is written on a day (`YYYY-MM-DD`). */
export function nameDeviceFile(today: string): string {
  return `sundry-${today}.json`;
}

/**
 * Adds the content of a file to what the device keeps. Of an invoice the version that changed last
 * stays, parties are joined, and everything else is replaced. Resolves to a sentence about what is
 * wrong with the file, else to "". Changes nothing unless all of it fits.
 */
export async function importDeviceFile(file: File): Promise<string> {
  if (file.size > MAX_FILE) return `${file.name} is larger than 20 MB.`;
  const content = tryParseJson(await file.text()) as Partial<DeviceFile> | null | undefined;
  if (content?.format !== "sundry-device" || typeof content.stored !== "object")
    return `${file.name} is not a file that Sundry exported.`;
  if (content.version !== 1) return `${file.name} is from a newer version of Sundry.`;
  const before = takeSnapshot();
  const entries = Object.entries(content.stored ?? {}).filter(
    ([key, text]) => key.startsWith(KEY_PREFIX) && typeof text === "string",
  );
  const isStored = entries.every(([key, text]) => writeStored(key, merge(key, text)));
  if (isStored) return "";
  restoreSnapshot(before);
  return `${file.name} does not fit into the storage that this browser allows.`;
}

/** Returns what is kept under a key after an import; null: nothing. */
function merge(key: string, imported: string): string | null {
  const stored = readStored(key);
  if (key === "sundry:details") return mergeDetails(stored, imported);
  if (!key.startsWith(LEDGER_PREFIX)) return imported;
  const [mine, theirs] = [parseEntry(stored), parseEntry(imported)];
  if (!mine || !theirs) return theirs ? imported : stored;
  return theirs.changedAt > mine.changedAt ? imported : stored;
}
