#!/usr/bin/env node
import { randomInt } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ValidationError } from "../lib/errors.ts";
import type { Tool, ToolContext, ToolReply } from "../tools/define.ts";
import { type CliArgs, parseArguments } from "./arguments.ts";
import { runLocally, runRemotely } from "./run.ts";
import { completionScript } from "./completion.ts";
import { generalHelp, toolHelp } from "./help.ts";
import { withProgress } from "./progress.ts";
import { ServerError } from "./request.ts";

/** The caller did something wrong. */
const WRONG_CALL = 2;
/** Anything else went wrong. */
const FAILED = 1;

async function main([command, ...words]: string[]): Promise<void> {
  const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };
  switch (command) {
    case undefined:
      await import("../main.ts");
      return;
    case "-h":
    case "--help":
    case "help":
      return print(generalHelp(await registry(), version));
    case "-v":
    case "--version":
      return print(version);
    case "completion":
      if (words[0] !== "bash" && words[0] !== "zsh") {
        throw ValidationError.at(["completion"], "takes bash or zsh");
      }
      return print(completionScript(await registry(), words[0]));
    case "inbox":
      return (await import("./inbox.ts")).inboxCommand(words, print);
    default:
      return toolCommand(command, words, version);
  }
}

async function toolCommand(name: string, words: string[], version: string): Promise<void> {
  const tool = await toolNamed(name);
  if (!tool) throw ValidationError.at([name], "is not a command; sundry --help lists them");
  const asked = parseArguments(tool, words);
  if (asked.help) return print(toolHelp(tool));
  write(await withProgress(tool.title, answerOf(tool, asked, version)), asked);
}

async function registry(): Promise<readonly Tool[]> {
  return (await import("../tools/index.ts")).tools;
}

/** Loads one tool by the folder that has its name, because loading all of them takes three times as long. */
async function toolNamed(name: string): Promise<Tool | undefined> {
  const file = new URL(`../tools/${name}/tool.js`, import.meta.url);
  if (/^[a-z-]+$/.test(name) && existsSync(file)) {
    return ((await import(file.href)) as { default: Tool }).default;
  }
  return (await registry()).find((tool) => tool.name === name);
}

/** The context of tools that declare no resources. */
const BASE_CONTEXT = {
  now: () => Date.now(),
  randomInt: (bound: number) => randomInt(bound),
} as ToolContext;

async function answerOf(tool: Tool, asked: CliArgs, version: string): Promise<ToolReply> {
  if (asked.server !== undefined) return runRemotely(tool, asked, asked.server);
  if (tool.resources.length === 0) return runLocally(tool, asked, BASE_CONTEXT);
  // Loaded for tools that declare resources, because that takes as long as everything else here.
  const { createCommandContext } = await import("./context.ts");
  const context = createCommandContext(version);
  try {
    return await runLocally(tool, asked, context);
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

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(`sundry: the answer cannot be written: ${error.message}\n`);
  process.exit(FAILED);
});

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`sundry: ${error instanceof Error ? error.message : String(error)}\n`);
  const isTheirs = error instanceof ServerError && error.status >= 400 && error.status < 500;
  process.exitCode = error instanceof ValidationError || isTheirs ? WRONG_CALL : FAILED;
}
