import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join, relative, resolve } from "node:path";
import { getErrorMessage } from "../../../lib/errors.ts";
import type { BackupSummary } from "./backup.ts";
import { BackupError, describeReason } from "./backup-error.ts";

/** Longest path of a Unix socket that every system takes, in bytes. */
const MAX_PATH_BYTES = 103;

/** Backs the data file up into a new file. The signal cancels it. */
type BackUp = (to: string, signal: AbortSignal) => Promise<BackupSummary>;

/** The one request of the socket, and its response: `reason` is why the file was not written. */
type BackupRequest = { backup: string };
type BackupResponse = { summary: BackupSummary } | { reason: string } | { refusal: string };

/** A new file that is whole. No other backup begins until it is released. */
export interface BackupCopy {
  summary: BackupSummary;
  release(): void;
}

/**
 * Opens the socket by which `sundry store backup` asks the serving process, because the data file
 * is locked to it. Only the owner may connect.
 */
export async function openControlSocket(
  directory: string,
  backUp: BackUp,
  onWarning: (message: string) => void = () => {},
): Promise<Server | undefined> {
  const path = getSocketPath(directory);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    onWarning(`${path} is too long for a socket; a backup needs a stop`);
    return undefined;
  }
  let isRunning = false;
  const server = createServer((socket) => {
    // A client that is gone, or a line that is not whole, is not a failure.
    socket.on("error", () => socket.destroy());
    void respond(socket, async (to, signal) => {
      if (isRunning) throw new BackupError("a backup is running already");
      isRunning = true;
      return backUp(to, signal).finally(() => {
        // The client verifies and renames the file before it ends the connection.
        if (signal.aborted) isRunning = false;
        else signal.addEventListener("abort", () => (isRunning = false));
      });
    });
  });
  server.maxConnections = 8;
  try {
    // Left by a process that was killed: by the lock on the data file, none serves.
    if (process.platform !== "win32") rmSync(path, { force: true });
    await once(server.listen(path), "listening");
    if (process.platform !== "win32") chmodSync(path, 0o600);
    server.unref();
    return server;
  } catch (error) {
    onWarning(`${path} cannot be used, and a backup needs a stop: ${getErrorMessage(error)}`);
    return undefined;
  }
}

/** Answers the first line of a connection. The end of the connection cancels the backup. */
async function respond(socket: Socket, backUp: BackUp): Promise<void> {
  const closed = new AbortController();
  socket.once("close", () => closed.abort());
  try {
    const { backup: to } = JSON.parse((await readLine(socket)) ?? "") as BackupRequest;
    const summary = await backUp(to, closed.signal);
    if (!socket.destroyed) socket.write(format({ summary }));
  } catch (error) {
    const isRefusal = error instanceof BackupError;
    const response = isRefusal ? { refusal: error.message } : { reason: describeReason(error) };
    if (!socket.destroyed) socket.end(format(response));
  }
}

function format(response: BackupResponse): string {
  return `${JSON.stringify(response)}\n`;
}

/**
 * Asks the process that serves a directory for a backup. Resolves with undefined when none serves.
 * Rejects with a BackupError, or with an Error whose message is the reason.
 */
export async function requestBackup(
  directory: string,
  to: string,
  signal: AbortSignal,
): Promise<BackupCopy | undefined> {
  const socket = connect(getSocketPath(directory));
  const isServing = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  if (!isServing) return undefined;
  signal.addEventListener("abort", () => socket.destroy());
  socket.on("error", () => socket.destroy());
  socket.write(`${JSON.stringify({ backup: to } satisfies BackupRequest)}\n`);
  const line = await readLine(socket);
  if (line === undefined) {
    rmSync(to, { force: true });
    throw new BackupError(
      signal.aborted ? "the backup was canceled" : "the server ended before the backup was whole",
    );
  }
  const response = JSON.parse(line) as BackupResponse;
  const release = () => void socket.destroy();
  if ("summary" in response) return { summary: response.summary, release };
  release();
  throw "refusal" in response ? new BackupError(response.refusal) : new Error(response.reason);
}

/** Resolves with the first line; undefined where the connection ends before it. */
async function readLine(socket: Socket): Promise<string | undefined> {
  // Imported on first use, because that takes a millisecond of a start.
  const { createInterface } = await import("node:readline");
  for await (const line of createInterface({ input: socket })) return line;
  return undefined;
}

function getSocketPath(directory: string): string {
  if (process.platform !== "win32") {
    const path = join(directory, "control.sock");
    // A server and a command that are near it need fewer bytes.
    const fromHere = relative(process.cwd(), path);
    return fromHere.length < path.length ? fromHere : path;
  }
  const name = createHash("sha256").update(resolve(directory).toLowerCase()).digest("hex");
  return `\\\\.\\pipe\\sundry-${name.slice(0, 32)}`;
}
