import { Fragment, type JSX } from "preact";
import { Code } from "../code/Code.tsx";
import type { Site } from "../tool-summary.ts";
import { Headers } from "./Headers.tsx";
import type { Member, Operation } from "./operations.ts";
import { formatCurl, formatKnownResponse } from "./samples.ts";

/** The page and the limits of a tool. */
export interface ToolFacts {
  page: string;
  perMinute: number | undefined;
  bodyLimitBytes: number;
}

interface OperationProps {
  site: Site;
  operation: Operation;
  /** The same operation at other paths. */
  aliases: readonly Operation[];
  response: string | undefined;
  tool: ToolFacts | undefined;
}

/** The sentence of the OpenAPI document about a limit. */
const LIMIT = / At most \d+ requests a minute from one IP\.$/;

/** An operation: its fields, and samples of request and response. */
export function OperationView(props: OperationProps): JSX.Element {
  const { site, operation, aliases, response, tool } = props;
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
        {aliases.map((alias) => (
          <p key={alias.id} id={alias.id} class="path">
            <code>
              <b class={`method ${alias.method.toLowerCase()}`}>{alias.method}</b> {alias.path}
            </code>
            <small>Alias</small>
          </p>
        ))}
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

/** The names of shared headers, which are described once. */
function SharedNames({ names }: { names: readonly string[] }): JSX.Element | null {
  if (names.length === 0) return null;
  return (
    <>
      <a href="#headers">Headers</a>: {names.join(", ")}.
    </>
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
