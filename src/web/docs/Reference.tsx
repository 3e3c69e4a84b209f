import type { JSX } from "preact";
import type { Site } from "../tool-summary.ts";
import { Headers } from "./Headers.tsx";
import type { Header, Operation } from "./operations.ts";
import { OperationView, type ToolFacts } from "./OperationView.tsx";

export interface ReferenceProps {
  site: Site;
  operations: readonly Operation[];
  /** Example responses as JSON, by the ids of operations. */
  responses: ReadonlyMap<string, string>;
  /** Response headers that operations share. */
  headers: readonly Header[];
  /** The pages and limits of tools, by their paths. */
  tools: ReadonlyMap<string, ToolFacts>;
}

/** Every operation of the API: the list, the fields, and samples of request and response. */
export function Reference(props: ReferenceProps): JSX.Element {
  const { site, operations, responses, headers, tools } = props;
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <div class="reference">
      <div class="about">
        <h1>API reference</h1>
        <p class="lead">
          Generated from <a href={`${site.basePath}/openapi.json`}>the OpenAPI document</a>. Base
          URL <code>{site.origin}</code>
        </p>
      </div>
      <nav aria-label="Operations" data-scroll-spy>
        <input
          type="search"
          id="filter"
          class="scripted"
          placeholder="Find an operation"
          aria-label="Find an operation"
        />
        <p id="no-operation" class="help" role="status" />
        {tags.map((tag) => (
          <div key={tag}>
            <h2>{tag}</h2>
            <ul>
              {groupOperations(operations.filter((operation) => operation.tag === tag)).map(
                ({ id, path, summary, methods }) => (
                  <li key={id} data-words={`${summary} ${path} ${methods.join(" ")}`}>
                    <a href={`#${id}`}>{summary}</a>
                    <span class="methods">
                      {methods.map((method) => (
                        <span key={method} class={`method ${method.toLowerCase()}`}>
                          {method}
                        </span>
                      ))}
                    </span>
                  </li>
                ),
              )}
            </ul>
          </div>
        ))}
        <div>
          <h2>All operations</h2>
          <ul>
            <li data-words="response headers">
              <a href="#headers">Response headers</a>
            </li>
          </ul>
        </div>
      </nav>
      <div class="operations">
        {groupAliases(operations).map(([operation, ...aliases]) => (
          <OperationView
            key={operation.id}
            site={site}
            operation={operation}
            aliases={aliases}
            response={responses.get(operation.id)}
            tool={tools.get(operation.path)}
          />
        ))}
        <SharedHeaders headers={headers} />
      </div>
    </div>
  );
}

/** An entry of the list of operations. */
interface OperationGroup extends Pick<Operation, "id" | "path" | "summary"> {
  methods: string[];
}

/** Returns one entry for operations with the same name: the methods of a path, and its further paths. */
function groupOperations(operations: readonly Operation[]): OperationGroup[] {
  const groups = new Map<string, OperationGroup>();
  for (const { id, path, summary, method } of operations) {
    const group = groups.get(summary) ?? { id, path, summary, methods: [] };
    if (!group.methods.includes(method)) group.methods.push(method);
    groups.set(summary, group);
  }
  return [...groups.values()];
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

function SharedHeaders({ headers }: { headers: readonly Header[] }): JSX.Element {
  return (
    <section id="headers" class="operation">
      <div class="fields">
        <h2>
          <a href="#headers">Response headers</a>
        </h2>
        <p>Each operation lists those that it sends.</p>
        <Headers headers={headers} />
      </div>
    </section>
  );
}
