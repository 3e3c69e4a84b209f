#!/usr/bin/env node
import { existsSync, writeFileSync } from "node:fs";
import { ValidationError, getErrorMessage } from "../lib/errors.ts";
import type { Tool, ToolReply } from "../tools/define.ts";
import { type CliArgs, parseArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { formatGeneralHelp, formatToolHelp } from "./help.ts";
import { createLazyContext } from "./lazy-context.ts";
import { loadTool } from "./load-tool.ts";
import { withProgress } from "./progress.ts";
import { ServerError } from "./server-client.ts";
import { type FilesOutcome, reportFiles, reportsFiles } from "./files/report-files.ts";
import { readsStream } from "./tool/read-input.ts";
import { runLocally, runRemotely } from "./tool/run.ts";
import { VERSION } from "./version.ts";
import { listWarnings } from "./tool/warnings.ts";
import { toPrintable } from "../lib/text/printable.ts";
import { formatSuggestion } from "../lib/text/suggest.ts";

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

/** Words in place of a tool's name. */
const NAMES = [...COMMANDS.map(({ name }) => name), "help", "--help", "--version"];

async function main([command, ...argv]: string[]): Promise<void> {
  switch (command) {
    case undefined:
      await import("../main.ts");
      return;
    case "-h":
    case "--help":
    case "help":
      return print(await formatHelp(argv[0]));
    case "-v":
    case "--version":
      return print(VERSION);
    default:
      return runCommand(command, argv);
  }
}

async function runCommand(name: string, argv: string[]): Promise<void> {
  const command = findCommand(name);
  if (!command) return runToolCommand(name, argv);
  if (!(await command.run(argv, print))) process.exitCode = EXIT_FAILURE;
}

function findCommand(name: string | undefined): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}

/** Returns the help of a command or a tool, or of all. */
async function formatHelp(name: string | undefined): Promise<string> {
  const help = findCommand(name)?.manual?.help;
  if (help !== undefined) return help;
  if (name === undefined || NAMES.includes(name)) {
    return formatGeneralHelp(await loadTools(), VERSION);
  }
  return formatToolHelp((await findTool(name)) ?? (await rejectCommand(name)));
}

async function runToolCommand(name: string, argv: string[]): Promise<void> {
  const list = await findList(name, argv[0]);
  if (list) return runToolCommand(list, argv.slice(1));
  const tool = (await findTool(name)) ?? (await rejectCommand(name));
  const args = parseArguments(tool, argv);
  if (args.help) return print(formatToolHelp(tool));
  if (readsStream(tool, args)) {
    const { streamFiles } = await import("./files/stream-files.ts");
    return writeOutcome(tool, args, streamFiles(tool, args));
  }
  if (reportsFiles(tool, args)) {
    const outcome = withRun(tool, args, (run) => reportFiles(tool, args, run));
    return writeOutcome(tool, args, outcome);
  }
  const running = withRun(tool, args, (run) => run(args));
  const reply = await withProgress(tool.title, running);
  write(reply, args);
  for (const warning of listWarnings(tool, reply))
    process.stderr.write(`sundry: ${toPrintable(warning)}\n`);
}

/**
 * Returns the name of a tool that lists choices of another one, such as `labels sheets`; undefined
 * for other words and for files.
 */
async function findList(name: string, word = ""): Promise<string | undefined> {
  if (!/^[a-z]+$/.test(word) || existsSync(word)) return undefined;
  const isList = (tool: Tool) => tool.name === `${name}-${word}` && tool.scope === name;
  return (await loadTools()).find(isList)?.name;
}

async function writeOutcome(
  { title }: Tool,
  args: CliArgs,
  outcome: Promise<FilesOutcome>,
): Promise<void> {
  const { reply, isGood } = await withProgress(title, outcome);
  if (!isGood) process.exitCode = EXIT_FAILURE;
  write(reply, args);
}

async function rejectCommand(name: string): Promise<never> {
  const names = (await loadTools()).map((tool) => tool.name);
  const hint = formatSuggestion(name, [...names, ...NAMES]);
  throw ValidationError.at([name], `is not a command${hint}; sundry --help lists them`);
}

async function loadTools(): Promise<readonly Tool[]> {
  return (await import("../tools/index.ts")).tools;
}

/**
 * Returns the tool of a name; undefined for an unknown name. Loads all tools only if no folder has
 * the name.
 */
async function findTool(name: string): Promise<Tool | undefined> {
  return (await loadTool(name)) ?? (await loadTools()).find((tool) => tool.name === name);
}

/** Calls `work` with the function that runs the tool, in this process or on a server. */
async function withRun<T>(
  tool: Tool,
  { server }: CliArgs,
  work: (run: (args: CliArgs) => Promise<ToolReply>) => Promise<T>,
): Promise<T> {
  if (server !== undefined) return work((args) => runRemotely(tool, args, server));
  const context = await createLazyContext(tool);
  try {
    return await work((args) => runLocally(tool, args, context));
  } finally {
    await context.close();
  }
}

function write({ body }: ToolReply, { output }: CliArgs): void {
  const isBytes = body instanceof Uint8Array;
  const data = isBytes || typeof body === "string" ? body : `${JSON.stringify(body, null, 2)}\n`;
  if (output !== undefined) return writeFileSync(output, data);
  if (isBytes && process.stdout.isTTY && body.includes(0)) {
    throw ValidationError.at(["the answer"], "is binary: name a file with -o or use a pipe");
  }
  process.stdout.write(data);
}

function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

// A reader that closes the pipe early (`| head`) is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(`sundry: the answer cannot be written: ${error.message}\n`);
  process.exit(EXIT_FAILURE);
});

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`sundry: ${toPrintable(getErrorMessage(error))}\n`);
  const isClientError = error instanceof ServerError && error.status >= 400 && error.status < 500;
  process.exitCode = error instanceof ValidationError || isClientError ? EXIT_USAGE : EXIT_FAILURE;
}
