import type { JSX } from "preact";
import type { Site } from "../tool-summary.ts";
import type { Member, Operation } from "./operations.ts";

/** Every operation of the API. */
export function Reference({ site, operations }: ReferenceProps): JSX.Element {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <div class="reference">
      <div class="about">
        <h1>Reference</h1>
        <p class="lead">
          Made from <a href={`${site.basePath}/openapi.json`}>the OpenAPI document</a>. Requests go
          to <code>{site.origin}</code>
        </p>
      </div>
      <nav aria-label="Operations">
        {tags.map((tag) => (
          <div key={tag}>
            <h2>{tag}</h2>
            <ul>
              {firstOfEach(operations.filter((operation) => operation.tag === tag)).map(
                ({ id, method, summary }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{summary}</a> <span>{method}</span>
                  </li>
                ),
              )}
            </ul>
          </div>
        ))}
      </nav>
      <div class="operations">
        {operations.map((operation) => (
          <OperationView key={operation.id} operation={operation} />
        ))}
      </div>
    </div>
  );
}

interface ReferenceProps {
  site: Site;
  operations: readonly Operation[];
}

/** Without further paths to the same: they stand right below it. */
function firstOfEach(operations: readonly Operation[]): readonly Operation[] {
  const names = operations.map(({ method, summary }) => `${method} ${summary}`);
  return operations.filter((_, at) => names.indexOf(names[at] ?? "") === at);
}

function OperationView({ operation }: { operation: Operation }): JSX.Element {
  const { id, method, path, summary, description, request, example, answer } = operation;
  return (
    <section id={id} class="operation">
      <h2>
        <a href={`#${id}`}>{summary}</a>
      </h2>
      <p>
        <code>
          <b>{method}</b> {path}
        </code>
      </p>
      {description && <p>{description}</p>}
      {request.length > 0 && <Members title="Request" of={`${method} ${path}`} members={request} />}
      {example !== undefined && (
        <details>
          <summary>Example</summary>
          <pre tabIndex={0}>{example}</pre>
        </details>
      )}
      {answer.length > 0 && <Members title="Answer" of={`${method} ${path}`} members={answer} />}
      <p class="help">
        {operation.types.length > 0 && `Answers ${operation.types.join(", ")}. `}
        Statuses {operation.statuses.join(", ")}.
      </p>
    </section>
  );
}

function Members({ title, of, members }: MembersProps): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`${title}: ${of}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {members.map(({ path, type, rule, required, description }) => (
            <tr key={path}>
              <th scope="row">
                <code>{path}</code>
                {required && title === "Request" && <small> required</small>}
              </th>
              <td>{type}</td>
              <td>
                {description.replaceAll("`", "")}
                {rule && <small> {rule}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MembersProps {
  title: string;
  of: string;
  members: readonly Member[];
}
