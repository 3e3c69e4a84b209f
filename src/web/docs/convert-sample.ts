import { type Token, tokenize } from "../code/tokenize.ts";
import { listSamples } from "../tool/samples/list-samples.ts";
import type { SampleRequest } from "../tool/samples/request.ts";

/** The parts of a command that `formatCurl` writes. */
const CURL =
  /^curl (?:-X (\S+) )?('[^']*')(?: \\\n {2}-H (?:'[^']*'|"[^"]*"))*(?: \\\n {2}-o (\S+))?(?: \\\n {2}-d ([^]+))?$/;

/** Reads the request from a sample of `formatCurl`, so that the page contains each request once. */
function parseCurl(curl: string): SampleRequest {
  const [, method, url = "", file, body] = CURL.exec(curl) ?? [];
  return {
    method: method ?? (body === undefined ? "GET" : "POST"),
    url: unquoteShell(url),
    input: body === undefined ? undefined : (JSON.parse(unquoteShell(body)) as object),
    accept: undefined,
    needsKey: curl.includes('-H "X-API-Key: '),
    file,
  };
}

function unquoteShell(text: string): string {
  return text.slice(1, -1).replaceAll(String.raw`'\''`, "'");
}

/** Facts about a request that its curl sample does not contain. */
interface SampleFacts {
  command: string | undefined;
  reads: string | undefined;
}

/**
 * Returns a curl sample in another language as tokens; of an operation without a command, the curl
 * sample.
 */
export function convertSample(curl: string, language: string, facts: SampleFacts): Token[] {
  const request = { ...parseCurl(curl), reads: facts.reads as SampleRequest["reads"] };
  const { command = "" } = facts;
  const samples = listSamples(request, { command, resultUrl: undefined, link: "", title: "" });
  const sample = samples.find(({ id }) => id === language && (id !== "cli" || command !== ""));
  return tokenize(sample?.code ?? curl);
}
