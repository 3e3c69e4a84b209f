import { hash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type Database from "libsql";
import type { BackupSummary } from "./backup.ts";
import { openForReading } from "../file.ts";
import { DATA_FILE, isPermitted } from "../data-files.ts";
import type { InboxRow } from "../inbox-row.ts";
import { describeNewerVersion, readSchemaVersion, SCHEMA_VERSION } from "../schema.ts";
import { readRawBody, readTextMember } from "../../../domain/record/record-text.ts";
import { getErrorMessage } from "../../../lib/errors.ts";

/** `bytes` are those of the records' texts. */
interface StoreReport extends BackupSummary {
  file: string;
  /** One sentence each; empty when the file is in order. */
  problems: string[];
}

/** The first schema version with the column `generation`, which was `life` before. */
const OWNERS_VERSION = 3;

/** The first schema version with the column `crc`. */
const CHECKSUMS_VERSION = 5;

/** Maximum problems to report, because a damaged file may have thousands. */
const MAX_PROBLEMS = 20;

/** Returns the data file of a directory. Throws an Error with a sentence when it has none. */
export function findDataFile(directory: string): string {
  const file = join(directory, DATA_FILE);
  if (statSync(file, { throwIfNoEntry: false })) return file;
  throw new Error(
    existsSync(directory)
      ? `there is no data file ${file}; set DATA_DIR`
      : `there is no file or directory ${directory}`,
  );
}

/** Throws an Error with a sentence for a backup that is damaged or of a newer release. */
export function verifyFile(file: string): void {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  const { problems } = checkStore(file);
  if (problems.length > 0) throw new Error(`${file} cannot be used: ${problems[0]}`);
}

/**
 * Verifies a data directory or a backup without changing it: the file's structure and the number
 * and bytes of each inbox's records. Each record must be readable and as received. Throws an Error
 * with a one-sentence message when there is no data file or a server uses it.
 */
export function checkStore(path: string): StoreReport {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const file = isFile ? path : findDataFile(path);
  const database = openOrExplain(file, openForReading);
  try {
    return checkFile(database, file);
  } finally {
    database.close();
  }
}

/** Opens a file of the store. Throws an Error with a sentence that names the file. */
export function openOrExplain(
  file: string,
  open: (file: string) => Database.Database,
): Database.Database {
  try {
    return open(file);
  } catch (error) {
    const reason = isPermitted(file) ? getErrorMessage(error) : "permission denied";
    const advice = reason.includes("another process") ? "; stop the server first" : "";
    throw new Error(`${file} cannot be opened: ${reason}${advice}`, { cause: error });
  }
}

function checkFile(database: Database.Database, file: string): StoreReport {
  const schemaVersion = readSchemaVersion(database);
  const report: StoreReport = {
    file,
    schemaVersion,
    inboxes: 0,
    records: 0,
    bytes: 0,
    problems: [],
  };
  if (schemaVersion > SCHEMA_VERSION) report.problems.push(describeNewerVersion(schemaVersion));
  else {
    checkStructure(database, report);
    if (report.problems.length === 0) checkInboxes(database, report);
  }
  report.problems.splice(MAX_PROBLEMS);
  return report;
}

function checkStructure(database: Database.Database, { problems }: StoreReport): void {
  try {
    const rows = database.prepare(`PRAGMA integrity_check(${MAX_PROBLEMS})`).all() as {
      integrity_check: string;
    }[];
    for (const { integrity_check: line } of rows) if (line !== "ok") problems.push(line);
  } catch (error) {
    problems.push(getErrorMessage(error));
  }
}

function checkInboxes(database: Database.Database, report: StoreReport): void {
  const crc = report.schemaVersion < CHECKSUMS_VERSION ? "NULL" : "crc";
  const records = database.prepare(
    `SELECT seq, bytes, text, ${crc} AS crc FROM records WHERE inbox = ? ORDER BY seq`,
  );
  const generation = report.schemaVersion < OWNERS_VERSION ? "life" : "generation";
  const inboxes = database.prepare(`SELECT *, ${generation} AS generation FROM inboxes`);
  for (const row of inboxes.iterate() as Iterable<InboxRow>) {
    report.inboxes += 1;
    let expectedSeq = row.first_seq;
    let bytes = 0;
    for (const record of records.iterate(row.number) as Iterable<RecordRow>) {
      const problem = findRecordProblem(record, row, expectedSeq);
      if (problem) report.problems.push(`inbox ${JSON.stringify(row.id)}: ${problem}`);
      expectedSeq = record.seq + 1;
      bytes += record.bytes;
      report.records += 1;
    }
    report.bytes += bytes;
    if (expectedSeq !== row.last_seq + 1 || bytes !== row.bytes)
      report.problems.push(`inbox ${JSON.stringify(row.id)}: its records do not add up`);
    if (report.problems.length > MAX_PROBLEMS) return;
  }
}

interface RecordRow {
  seq: number;
  bytes: number;
  /** libsql iterates over bytes as ArrayBuffers. */
  text: ArrayBuffer | Uint8Array<ArrayBuffer>;
  /** Null for a record of an earlier release. */
  crc: number | null;
}

function findRecordProblem(
  { seq, bytes, text, crc }: RecordRow,
  { generation }: InboxRow,
  expectedSeq: number,
): string | undefined {
  if (seq !== expectedSeq) return `record ${expectedSeq} is missing`;
  if (text.byteLength !== bytes)
    return `record ${seq} has ${text.byteLength} bytes instead of ${bytes}`;
  try {
    const { id } = JSON.parse(new TextDecoder().decode(text)) as { id: string };
    if (id !== `${generation}-${seq}`) return `record ${seq} belongs to another inbox`;
    return isIntact(Buffer.from(text as ArrayBuffer), crc)
      ? undefined
      : `record ${seq} is not as it was received`;
  } catch {
    return `record ${seq} is not valid JSON`;
  }
}

/** Returns false for a text, or a body of an earlier release, whose digest differs. */
function isIntact(text: Buffer, crc: number | null): boolean {
  if (crc !== null) return crc32(text) === crc;
  return hash("sha256", readRawBody(text)) === readTextMember(text, "bodySha256");
}
