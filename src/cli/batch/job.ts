import { ValidationError } from "../../lib/errors.ts";
import { parseFlags } from "../parse-flags.ts";
import type { Print } from "../command.ts";
import { DEFAULT_SERVER, openResponse, parseServerUrl, readBody } from "../server-client.ts";
import { openDestination, writeChunks } from "./destination.ts";
import { followJob, getJobUrl, openResult, readJob } from "./remote-job.ts";
import { JOB_MANUAL } from "./help.ts";
import { BatchReport } from "./report.ts";

/** Runs `sundry job ID`. Returns false for a job that failed. */
export async function runJobCommand(argv: readonly string[], print: Print): Promise<boolean> {
  const { values, positionals } = parseFlags(argv, {
    command: "job",
    allowPositionals: true,
    options: {
      server: { type: "string" },
      url: { type: "string" },
      wait: { type: "boolean" },
      output: { type: "string", short: "o" },
      cancel: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const [id, second] = positionals;
  if (values.help || id === undefined) {
    print(JOB_MANUAL.help);
    return true;
  }
  if (second !== undefined) throw ValidationError.at([second], "is one word too many");
  const server = parseServerUrl("--server", values.server ?? values.url ?? DEFAULT_SERVER);
  if (values.cancel) {
    await openResponse(getJobUrl(server, id), { method: "DELETE" });
    return true;
  }
  const job = values.wait ? await waitForJob(server, id) : await readJob(server, id);
  if (values.output !== undefined) await download(server, id, values.output);
  else print(JSON.stringify(job, null, 2));
  return job.state !== "failed";
}

async function waitForJob(server: string, id: string) {
  const { rows } = await readJob(server, id);
  const report = new BatchReport(rows);
  const job = await followJob(server, id, {
    onProgress: ({ done, failed }) => report.update(done, failed),
  });
  report.finish();
  return job;
}

async function download(server: string, id: string, output: string): Promise<void> {
  const result = await openResult(server, id);
  const type = result.headers.get("content-type") ?? "";
  await writeChunks(await openDestination(output, type), readBody(result));
}
