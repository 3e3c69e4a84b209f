import { getBody, KEY_VARIABLE, listHeaders, type SampleRequest } from "./request.ts";

/** Returns a request as a curl command, which sends POST exactly when there is a body. */
export function formatCurl(request: SampleRequest): string {
  const { method, url, file } = request;
  const body = getBody(request);
  const defaultMethod = body === undefined ? "GET" : "POST";
  const parts = [
    `curl ${method === defaultMethod ? "" : `-X ${method} `}${quoteShell(url)}`,
    ...listHeaders(request).map(({ name, value }) =>
      value === undefined ? `-H "${name}: $${KEY_VARIABLE}"` : `-H '${name}: ${value}'`,
    ),
    ...(file === undefined ? [] : [`-o ${file}`]),
    ...(body === undefined ? [] : [`-d ${quoteShell(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
