import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { takeTurn } from "../../../lib/concurrency/turns.ts";
import type { Operation } from "../../docs/operations.ts";
import { OperationView, type ToolFacts } from "../../docs/OperationView.tsx";
import type { Site } from "../../tool-summary.ts";

/** Operations as the reference shows them, with what that takes. */
interface OperationFacts {
  site: Site;
  displayed: readonly Operation[];
  /** Example responses as JSON, by the ids of operations. */
  responses: ReadonlyMap<string, string>;
  /** The pages and limits of tools, by their paths. */
  tools: ReadonlyMap<string, ToolFacts>;
}

/** Renders each operation in a turn of its own, because all together take 100 ms. */
export async function renderOperations(facts: OperationFacts): Promise<string> {
  const { site, displayed, responses, tools } = facts;
  let html = "";
  for (const [operation, ...aliases] of groupAliases(displayed)) {
    const response = responses.get(operation.id);
    const tool = tools.get(operation.path);
    await takeTurn();
    html += renderToString(h(OperationView, { site, operation, aliases, response, tool }));
  }
  return html;
}

/** Groups further paths with the operation that they repeat. */
function groupAliases(operations: readonly Operation[]): [Operation, ...Operation[]][] {
  const groups = new Map<string, [Operation, ...Operation[]]>();
  for (const operation of operations) {
    const name = `${operation.method} ${operation.summary}`;
    const group = groups.get(name);
    if (group) group.push(operation);
    else groups.set(name, [operation]);
  }
  return [...groups.values()];
}
