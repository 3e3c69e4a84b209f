import { readCommandConfig } from "../../config.ts";
import { MemoryFiles } from "../../domain/files/memory-files.ts";
import { toBatchClient } from "../../lib/workers/fair-queue.ts";
import { Folders } from "../../mcp/files/folders.ts";
import { parseInlineBytes } from "../../mcp/files/result-files.ts";
import { createFolderResults, createFolderSource } from "../../mcp/files/shared-folders.ts";
import { type Catalog, createCatalogs } from "../../mcp/list/catalog.ts";
import type { SelectionRequest } from "../../mcp/list/selection.ts";
import type { Session } from "../../mcp/session.ts";
import { serveStreams } from "../../mcp/stdio/serve.ts";
import { toMcpTool } from "../../mcp/to-mcp-tool.ts";
import type { ClosableContext } from "../../context.ts";
import { describeError, OUR_ERROR } from "../batch/describe-error.ts";
import { createCommandContext } from "../context.ts";
import { readGuides } from "../../context/guides.ts";
import { createInterruptSignal } from "../interrupt.ts";
import { VERSION } from "../version.ts";
import { createRemoteInboxes } from "./remote-inboxes.ts";
import { createRemoteTools } from "./remote-tools.ts";
import { toPrintable } from "../../lib/text/printable.ts";

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** Writes a line to standard error, because standard output has the messages of the protocol. */
type Log = (level: "warn" | "error", message: string, error: unknown) => void;

interface AssistantOptions {
  /** Paths of the folders that are shared. */
  folders: readonly string[];
  selection: SelectionRequest;
  /** Size up to which results contain files, as text. */
  inline: string | undefined;
  /** URL of the server whose inboxes are tools. */
  server: string | undefined;
  /** Read token of private inboxes. */
  token: string | undefined;
}

/** One client, whose tasks wait as long as it takes, because no other client uses the threads. */
const CLIENT = toBatchClient("stdio");

/** Milliseconds in which answers leave and threads end. */
const CLOSE_MS = 200;

/**
 * Serves the client on standard input and output, and ends the process when it is gone. Rejects
 * with an HttpError for a wrong selection, and with an Error for a folder that does not exist.
 */
export async function serveAssistant(options: AssistantOptions): Promise<void> {
  const config = readCommandConfig();
  const inlineBytes = parseInlineBytes(options.inline);
  const folders = await openFolders(options.folders);
  const context = createCommandContext();
  const log = createLog(config.logLevel);
  const loadCatalog = createLoadCatalog(options, context, log);
  // Wrong names are reported before a client is served; without names the tools can wait.
  if (Object.values(options.selection).some((name) => name !== undefined)) await loadCatalog();
  const limits = { ttlMs: config.mcpFilesTtlSeconds * 1000, maxBytes: config.mcpFilesMaxBytes };
  const files = new MemoryFiles(limits, () => context.now());
  const source = createFolderSource(folders, files, config.hashMaxBodyBytes);
  const hasFolders = options.folders.length > 0;
  const results = createFolderResults(folders, files, { inlineBytes, hasFolders });
  const session: Session = {
    version: VERSION,
    loadCatalog,
    source,
    readGuides,
    ipPrefix: CLIENT,
    inboxes: options.server === undefined ? undefined : createRemoteInboxes(options.server),
    inboxToken: options.token,
    createCall: (waiting) => ({
      ...waiting,
      origin: options.server ?? "",
      ipPrefix: CLIENT,
      startRows: () => Promise.resolve(),
      countUse: () => Promise.resolve(),
      source,
      files: results,
    }),
    reportUnexpected(error) {
      log("error", "unexpected error", error);
      return `${OUR_ERROR} Standard error has the details.`;
    },
  };
  await serveStreams({
    session,
    input: process.stdin,
    output: process.stdout,
    onProblem: (error) => log("warn", "a message failed", error),
    stopping: createInterruptSignal(),
  });
  await end(context);
}

/** Rejects with an Error of one line for a path that is not a folder. */
async function openFolders(paths: readonly string[]): Promise<Folders> {
  await Promise.all(paths.map(checkFolder));
  return Folders.open(paths);
}

async function checkFolder(path: string): Promise<void> {
  try {
    await Folders.open([path]);
  } catch (error) {
    throw new Error(`--files ${path} is not a folder that can be read`, { cause: error });
  }
}

/** Returns a function that loads the tools once, because that is slower than a first answer. */
function createLoadCatalog(
  { folders, selection, server, token }: AssistantOptions,
  context: ClosableContext,
  log: ReturnType<typeof createLog>,
): () => Promise<Catalog> {
  let loading: Promise<Catalog> | undefined;
  const load = async () => {
    const { tools } = await import("../../tools/index.ts");
    const local = tools.map((tool) => toMcpTool(tool, context, { savesFiles: folders.length > 0 }));
    const remote = server === undefined ? [] : createRemoteTools(server, token);
    const { createBatchTool } = await import("../../mcp/batch/batch-tool.ts");
    const batch = createBatchTool({
      tools,
      context,
      describeError(error) {
        const described = describeError(error);
        if (described.status === 500) log("error", "unexpected error", error);
        return described;
      },
    });
    const toolsByName = new Map([...local, batch, ...remote].map((tool) => [tool.name, tool]));
    return createCatalogs(toolsByName)(selection);
  };
  return () => (loading ??= load());
}

/** Ends the process, because threads and the reader of standard input may be busy for longer. */
async function end(context: ClosableContext): Promise<void> {
  const timer = setTimeout(() => process.exit(0), CLOSE_MS);
  await context.close();
  if (process.stdout.writableLength > 0) {
    await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
  clearTimeout(timer);
  process.exit(0);
}

/** Creates the log of a process that serves one client. Lines below `least` are dropped. */
function createLog(least: string): Log {
  return (level, message, error) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    const { stack, message: reason } = error instanceof Error ? error : new Error(String(error));
    // One line, whatever the error is made of.
    const details = level === "error" ? (stack ?? reason) : reason;
    const line = { level, time: new Date().toISOString(), msg: message, err: details };
    process.stderr.write(`${toPrintable(JSON.stringify(line))}\n`);
  };
}
