import { HttpError, ValidationError } from "../../lib/errors.ts";
import { listBatchTools, OUTPUT_TYPES } from "../../jobs/options.ts";
import type { EncodedRow } from "../../jobs/output/output.ts";
import { writeOutput } from "../../jobs/output/write-output.ts";
import { type BatchPlan, createPlan } from "../../jobs/plan.ts";
import { RowReader } from "../../jobs/rows/body.ts";
import type { Tool } from "../../tools/define.ts";
import { loadTool } from "../load-tool.ts";
import type { Print } from "../command.ts";
import { type BatchArgs, parseBatchArguments } from "./arguments.ts";
import { openDestination, writeChunks } from "./destination.ts";
import { reportRows } from "./failures.ts";
import { BATCH_MANUAL } from "./help.ts";
import { type BatchInput, openInput } from "./input.ts";
import { runLocally } from "./local.ts";
import { runRemotely } from "./remote.ts";
import { BatchReport } from "./report.ts";

const EXIT_INTERRUPTED = 130;

/** Runs `sundry batch TOOL FILE`. Returns false when rows failed. */
export async function runBatchCommand(argv: readonly string[], print: Print): Promise<boolean> {
  const [name = "", ...words] = argv;
  if (name === "" || argv.some((word) => word === "--help" || word === "-h")) {
    print(BATCH_MANUAL.help);
    return true;
  }
  const args = parseBatchArguments(await findTool(name), words);
  let input: BatchInput | undefined;
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  try {
    input = await openInput(args.file, args.kind, interrupted.signal);
    return await run(args, input, interrupted.signal);
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    process.exitCode = EXIT_INTERRUPTED;
    return true;
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    input?.close();
  }
}

async function findTool(name: string): Promise<Tool> {
  const tool = await loadTool(name);
  if (tool && listBatchTools([tool]).length > 0) return tool;
  throw ValidationError.at([name], "is not a tool with rows; sundry --help lists the tools");
}

async function run(args: BatchArgs, input: BatchInput, signal: AbortSignal): Promise<boolean> {
  const plan = await readPlan(args, input, signal).catch((error: unknown) =>
    rejectInput(args, error),
  );
  const report = new BatchReport(plan.rowCount);
  const chunks =
    args.server === undefined
      ? writeRows(args, input, { plan, report, signal })
      : reportRows(
          runRemotely({ args, input, rowCount: plan.rowCount, report, signal }),
          args.outputKind,
          report,
        );
  const destination = await openDestination(args.output, OUTPUT_TYPES[args.outputKind].type);
  const isWritten = await writeChunks(destination, chunks, signal).then(
    () => true,
    (error: unknown) => {
      // A joined PDF rejects for failed rows, which the report has.
      if (error instanceof ValidationError) return false;
      throw error;
    },
  );
  report.finish();
  return isWritten && report.failed === 0;
}

/** Checks and counts the rows. */
async function readPlan(
  args: BatchArgs,
  input: BatchInput,
  signal: AbortSignal,
): Promise<BatchPlan> {
  const { tool, query, outputKind } = args;
  const reader = openReader(args, input);
  for await (const _ of reader.read()) signal.throwIfAborted();
  const { columns, count } = reader;
  const options = { ...reader.options, output: outputKind };
  return createPlan({ tool, query, options, columns, rowCount: count });
}

function openReader({ tool, options }: BatchArgs, { kind, read }: BatchInput): RowReader {
  const body = { bytes: read(), kind, options: { ...options } };
  return new RowReader(body, { tool, maxRows: Infinity, unit: "", allowsList: true });
}

/** Throws a broken table or wrong JSON as a mistake in the call. */
function rejectInput({ file }: BatchArgs, error: unknown): never {
  if (!(error instanceof HttpError)) throw error;
  throw new ValidationError([{ path: [], subject: file, message: `: ${error.message}` }]);
}

function writeRows(
  args: BatchArgs,
  input: BatchInput,
  { plan, report, signal }: { plan: BatchPlan; report: BatchReport; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const sources = openReader(args, input).read();
  const { threads } = args;
  async function* count(): AsyncGenerator<EncodedRow> {
    for await (const row of runLocally(sources, { plan, threads, signal })) {
      report.add(row.number, row.error);
      yield row;
    }
    signal.throwIfAborted();
  }
  return writeOutput(plan.output.createWriter(), count());
}
