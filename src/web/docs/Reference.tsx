import { Fragment, type JSX } from "preact";
import { Code } from "../code/Code.tsx";
import type { Site } from "../tool-summary.ts";
import { formatCurl, formatKnownResponse } from "./samples.ts";
import type { Header, Member, Operation } from "./operations.ts";

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

/** The page and the limits of a tool. */
interface ToolFacts {
  page: string;
  perMinute: number | undefined;
  bodyLimitBytes: number;
}

/** Every operation of the API: the list, the fields, and samples of request and response. */
export function Reference(props: ReferenceProps): JSX.Element {
  const { site, operations, responses, headers, tools } = props;
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <div class="reference">
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

interface OperationProps {
  site: Site;
  operation: Operation;
  response: string | undefined;
  tool: ToolFacts | undefined;
}

/** The sentence of the OpenAPI document about a limit. */
const LIMIT = / At most \d+ requests a minute from one IP\.$/;

function OperationView({ site, operation, response, tool }: OperationProps): JSX.Element {
  const { id, method, path, summary, description, request, headers } = operation;
  // The limit is listed on its own.
  const about = (tool ? description.replace(LIMIT, "") : description).replaceAll("`", "");
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
          {tool && <a href={tool.page}>Try it</a>}
        </p>
        <Limits site={site} method={method} tool={tool} />
        {about && <p>{about}</p>}
        {request.length > 0 && <Members title="Request" members={request} />}
        {operation.response.length > 0 && <Members title="Response" members={operation.response} />}
        {headers.length > 0 && <Headers headers={headers} />}
        <p class="help">
          {operation.types.length > 0 && `Returns ${operation.types.join(", ")}. `}
          <a href={`${site.basePath}/docs#errors`}>Status codes</a>: {operation.statuses.join(", ")}
          . <SharedNames names={operation.sharedHeaders} />
        </p>
      </div>
      <div class="examples">
        <h3>Request</h3>
        <Code code={formatCurl(site.origin, operation)} />
        <h3>Response</h3>
        <Code code={response ?? formatKnownResponse(operation)} />
      </div>
    </section>
  );
}

interface LimitsProps {
  site: Site;
  method: string;
  tool: ToolFacts | undefined;
}

/** The limits of a tool's operation. */
function Limits({ site, method, tool }: LimitsProps): JSX.Element | null {
  if (!tool) return null;
  const { perMinute, bodyLimitBytes } = tool;
  return (
    <ul class="limits">
      <li>{perMinute === undefined ? "No rate limit" : `${perMinute} requests a minute per IP`}</li>
      {method === "POST" && <li>Body up to {formatBytes(bodyLimitBytes)}</li>}
      <li>
        <a href={`${site.basePath}/docs/limits`}>Limits</a>
      </li>
    </ul>
  );
}

function formatBytes(bytes: number): string {
  return bytes < 1_048_576 ? `${bytes / 1024} KiB` : `${bytes / 1_048_576} MiB`;
}

function Headers({ headers }: { headers: readonly Header[] }): JSX.Element {
  return (
    <dl class="headers">
      {headers.map(({ name, description }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{description.replaceAll("`", "")}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The names of shared headers, which are described once. */
function SharedNames({ names }: { names: readonly string[] }): JSX.Element | null {
  if (names.length === 0) return null;
  return (
    <>
      <a href="#headers">Headers</a>: {names.join(", ")}.
    </>
  );
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

/** The members of a request or response: name and type on a line, what they are below. */
function Members({ title, members }: MembersProps): JSX.Element {
  return (
    <>
      <h3>{title} fields</h3>
      <dl class="members">
        {members.map(({ path, type, rule, required, description }) => (
          <div key={path}>
            <dt>
              <code>
                {path.split(/(?<=\.)/).map((step, index) => (
                  <Fragment key={index}>
                    {index > 0 && <wbr />}
                    {step}
                  </Fragment>
                ))}
              </code>{" "}
              <small>{type}</small>
              {required && title === "Request" && <small class="must"> required</small>}
            </dt>
            <dd>
              {description.replaceAll("`", "")}
              {rule && <small> {rule}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface MembersProps {
  title: "Request" | "Response";
  members: readonly Member[];
}
