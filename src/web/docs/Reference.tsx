import type { JSX } from "preact";
import { Code } from "../code/Code.tsx";
import { samplesOf } from "../tool/samples.ts";
import type { Site } from "../tool-summary.ts";
import type { Member, Operation } from "./operations.ts";

export interface ReferenceProps {
  site: Site;
  operations: readonly Operation[];
  /** Example responses as JSON, by the ids of operations. */
  responses: ReadonlyMap<string, string>;
  /** Pages of tools by the paths of the API. */
  pages: ReadonlyMap<string, string>;
}

/** Every operation of the API: the list, the fields, and samples of request and response. */
export function Reference({ site, operations, responses, pages }: ReferenceProps): JSX.Element {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <div class="reference">
      <nav aria-label="Operations" data-scroll-spy>
        <input
          type="search"
          id="filter"
          class="scripted"
          placeholder="Filter"
          aria-label="Filter operations"
        />
        {tags.map((tag) => (
          <div key={tag}>
            <h2>{tag}</h2>
            <ul>
              {withoutAliases(operations.filter((operation) => operation.tag === tag)).map(
                ({ id, method, summary }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{summary}</a>{" "}
                    <span class={`method ${method.toLowerCase()}`}>{method}</span>
                  </li>
                ),
              )}
            </ul>
          </div>
        ))}
      </nav>
      <div class="about">
        <h1>API reference</h1>
        <p class="lead">
          Generated from <a href={`${site.basePath}/openapi.json`}>the OpenAPI document</a>. Base
          URL <code>{site.origin}</code>
        </p>
      </div>
      <div class="operations">
        {operations.map((operation) => (
          <OperationView
            key={operation.id}
            site={site}
            operation={operation}
            response={responses.get(operation.id)}
            page={pages.get(operation.path)}
          />
        ))}
      </div>
    </div>
  );
}

/** Removes further paths of an operation, which follow right after it. */
function withoutAliases(operations: readonly Operation[]): readonly Operation[] {
  const names = operations.map(({ method, summary }) => `${method} ${summary}`);
  return operations.filter((_, at) => names.indexOf(names[at] ?? "") === at);
}

interface OperationProps {
  site: Site;
  operation: Operation;
  response: string | undefined;
  page: string | undefined;
}

function OperationView({ site, operation, response, page }: OperationProps): JSX.Element {
  const { id, method, path, summary, description, request, headers } = operation;
  const name = `${method} ${path}`;
  return (
    <section id={id} class="operation">
      <div class="fields">
        <h2>
          <a href={`#${id}`}>{summary}</a>
        </h2>
        <p class="path">
          <code>
            <b class={`method ${method.toLowerCase()}`}>{method}</b> {path}
          </code>
          {page !== undefined && <a href={page}>Try it</a>}
        </p>
        {description && <p>{description.replaceAll("`", "")}</p>}
        {request.length > 0 && <Members title="Request" of={name} members={request} />}
        {operation.response.length > 0 && (
          <Members title="Response" of={name} members={operation.response} />
        )}
        {headers.length > 0 && (
          <dl class="headers">
            {headers.map((header) => (
              <div key={header.name}>
                <dt>
                  <code>{header.name}</code>
                </dt>
                <dd>{header.description.replaceAll("`", "")}</dd>
              </div>
            ))}
          </dl>
        )}
        <p class="help">
          {operation.types.length > 0 && `Returns ${operation.types.join(", ")}. `}
          Status codes: {operation.statuses.join(", ")}.
        </p>
      </div>
      <div class="examples">
        <h3>Request</h3>
        <Code code={curlOf(site, operation)} />
        {response !== undefined && (
          <>
            <h3>Response</h3>
            <Code code={response} />
          </>
        )}
      </div>
    </section>
  );
}

/** Returns the request of an operation's example as a curl command. */
function curlOf({ origin }: Site, { method, path, example, types }: Operation): string {
  const url = origin + path;
  if (example === undefined) return method === "GET" ? `curl ${url}` : `curl -X ${method} ${url}`;
  const isJson = types.includes("application/json") || types.length === 0;
  const [type = ""] = types;
  const file = isJson ? undefined : `result.${type.split("/")[1] ?? "bin"}`;
  const request = { method: "POST", url, input: example, accept: undefined, file } as const;
  const options = { command: "", resultUrl: undefined, link: "", title: "" };
  return samplesOf(request, options)[0]?.code ?? "";
}

function Members({ title, of, members }: MembersProps): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`${title}: ${of}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">Type</th>
            <th scope="col">Description</th>
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
