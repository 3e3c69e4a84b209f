import type { ToolSummary, Site } from "../tool-summary.ts";

/** Returns an overview of the API in plain text, for language models. */
export function formatLlmsText(
  tools: readonly ToolSummary[],
  { origin, requiresKey }: Site,
): string {
  const lines = tools.map(
    ({ title, summary, path, methods, example }) =>
      `- [${title}](${origin}${path}): ${summary} ${methods.join(" or ")} ${path}${forExample(example)}`,
  );
  return `# Sundry

> A self-hosted developer utility API${requiresKey ? "" : ": no account, no key needed"}. JSON in, the answer out.

Send \`Content-Type: application/json\`. Failures are \`{ "error": "…" }\`, one sentence that names each broken rule by the field's path; a broken rule is 422.

## Tools

${lines.join("\n")}
- [Webhook inbox](${origin}/api/v1/webhook/my-inbox): any method but GET to /api/v1/webhook/{id} is captured byte for byte; GET reads \`{ id, count, payloads }\`. It ends at its \`expiresAt\`.

## Docs

- [OpenAPI 3.1 document](${origin}/openapi.json): every operation with its schemas
- [Using Sundry](${origin}/docs): errors, limits, keys, self-hosting
- [Reference](${origin}/docs/reference): the OpenAPI document for people
`;
}

function forExample(example: object): string {
  return Object.keys(example).length > 0 ? `, for example ${JSON.stringify(example)}` : "";
}
