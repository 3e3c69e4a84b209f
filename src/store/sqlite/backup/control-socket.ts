import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { getErrorMessage } from "../../../lib/errors.ts";
import type { BackupSummary } from "./backup.ts";

/** Longest path of a Unix socket that every system takes, in bytes. */
const MAX_PATH_BYTES = 103;

/** The error of a backup that a server or a file refused. */
class BackupError extends Error {
  override name = "BackupError";
}

/** Backs the data file up into a new file. The signal cancels it. */
type BackUp = (to: string, signal: AbortSignal) => Promise<BackupSummary>;

/** The one request of the socket, and its response. */
type BackupRequest = { backup: string };
type BackupResponse = { summary: BackupSummary } | { error: string };

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
      return backUp(to, signal).finally(() => (isRunning = false));
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
  let response: BackupResponse;
  try {
    const { backup: to } = JSON.parse(await readLine(socket)) as BackupRequest;
    response = { summary: await backUp(to, closed.signal) };
  } catch (error) {
    response = { error: describeWriteError(error) };
  }
  if (!socket.destroyed) socket.end(`${JSON.stringify(response)}\n`);
}

/**
 * Asks the process that serves a directory for a backup. Resolves with undefined when none serves.
 * Rejects with a BackupError.
 */
export async function requestBackup(
  directory: string,
  to: string,
  signal: AbortSignal,
): Promise<BackupSummary | undefined> {
  const socket = connect(getSocketPath(directory));
  const isServing = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  if (!isServing) return undefined;
  signal.addEventListener("abort", () => socket.destroy());
  socket.on("error", () => socket.destroy());
  socket.write(`${JSON.stringify({ backup: to } satisfies BackupRequest)}\n`);
  const response = JSON.parse(await readLine(socket)) as BackupResponse;
  if ("error" in response) throw new BackupError(response.error);
  return response.summary;
}

async function readLine(socket: Socket): Promise<string> {
  for await (const line of createInterface({ input: socket })) return line;
  throw new BackupError("the server ended before the backup was whole");
}

/** Describes why a backup could not be written. */
export function describeWriteError(error: unknown): string {
  if (error instanceof BackupError) return error.message;
  const { code = "" } = error as { code?: string };
  if (/^SQLITE_(FULL|IOERR)|^ENOSPC/.test(code)) return "could not be written: no space left";
  if (/^EACCES|^EPERM|^EROFS/.test(code)) return "could not be written: permission denied";
  return `could not be written: ${getErrorMessage(error)}`;
}

function getSocketPath(directory: string): string {
  if (process.platform !== "win32") return join(directory, "control.sock");
  const name = createHash("sha256").update(resolve(directory).toLowerCase()).digest("hex");
  return `\\\\.\\pipe\\sundry-${name.slice(0, 32)}`;
}
