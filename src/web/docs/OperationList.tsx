import type { JSX } from "preact";
import type { Site } from "../tool-summary.ts";
import type { Operation } from "./operations.ts";

interface OperationListProps {
  site: Site;
  operations: readonly Operation[];
  displayed: readonly Operation[];
}

/** The list of all operations beside those of a page. */
export function OperationList({ site, operations, displayed }: OperationListProps): JSX.Element {
  const reference = `${site.basePath}/docs/reference`;
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <nav aria-label="Operations" data-scroll-spy>
      <FindOperation />
      {tags.map((tag) => (
        <div key={tag}>
          <h2>{tag}</h2>
          <ul>
            {groupOperations(operations.filter((operation) => operation.tag === tag)).map(
              ({ first, methods }) => (
                <li
                  key={first.id}
                  data-words={`${first.summary} ${first.path} ${methods.join(" ")}`}
                >
                  <a
                    href={`${displayed.includes(first) ? "" : `${reference}/${first.page}`}#${first.id}`}
                  >
                    {first.summary}
                  </a>
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
            <a href={`${reference}#headers`}>Response headers</a>
          </li>
        </ul>
      </div>
    </nav>
  );
}

export function FindOperation(): JSX.Element {
  return (
    <>
      <input
        type="search"
        id="filter"
        class="scripted"
        placeholder="Find an operation"
        aria-label="Find an operation"
      />
      <p id="no-operation" class="help" role="status" />
    </>
  );
}

/** An entry of the list: the first operation with a name, and the methods of all with that name. */
interface OperationGroup {
  first: Operation;
  methods: string[];
}

function groupOperations(operations: readonly Operation[]): OperationGroup[] {
  const groups = new Map<string, OperationGroup>();
  for (const operation of operations) {
    const { summary, method } = operation;
    const group = groups.get(summary) ?? { first: operation, methods: [] };
    if (!group.methods.includes(method)) group.methods.push(method);
    groups.set(summary, group);
  }
  return [...groups.values()];
}
