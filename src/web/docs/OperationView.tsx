import type { JSX } from "preact";
import { formatLimit } from "../../lib/text/format-limit.ts";
import { Code } from "../code/Code.tsx";
import type { Site, ToolSummary } from "../tool-summary.ts";
import { HeaderList } from "./HeaderList.tsx";
import type { Member, Operation } from "./operations.ts";
import { formatCurl } from "../tool/samples/curl.ts";
import { INBOX_COMMANDS } from "./inbox-examples.ts";
import { formatKnownResponse, toSampleRequest } from "./samples.ts";

/** The page and the limits of a tool. */
export interface ToolFacts {
  /** The tool's name on the command line. */
  command: string;
  page: string;
  perMinute: number | undefined;
  costlyReply: ToolSummary["costlyReply"];
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

/** The sentences of the OpenAPI document about limits. */
const LIMIT = /( At most \d+ requests a minute[^.]* from one IP\.)+$/;

/** An operation: its fields, and samples of request and response. */
export function OperationView(props: OperationProps): JSX.Element {
  const { site, operation, aliases, response, tool } = props;
  const { id, method, path, summary, description, request, headers } = operation;
  const sample = toSampleRequest(site, operation);
  // The limit is listed on its own.
  const plain = (tool ? description.replace(LIMIT, "") : description).replaceAll("`", "");
  return (
    <section id={id} class="operation">
      <div class="fields">
        <h2>
          <a href={`#${id}`}>{summary}</a>
        </h2>
        <p class="path">
          <Endpoint method={method} path={path} />
          {tool && <a href={tool.page}>Try it</a>}
        </p>
        {aliases.map((alias) => (
          <p key={alias.id} id={alias.id} class="path">
            <Endpoint method={alias.method} path={alias.path} />
            <small>Alias</small>
          </p>
        ))}
        <Limits site={site} method={method} tool={tool} />
        {plain && <p>{plain}</p>}
        <MemberSection title="Request fields" members={request} isRequest />
        <MemberSection title="Response fields" members={operation.response} />
        {headers.length > 0 && <HeaderList headers={headers} />}
        <p class="help">
          {operation.types.length > 0 && `Returns ${operation.types.join(", ")}. `}
          <a href={`${site.basePath}/docs#errors`}>Status codes</a>: {operation.statuses.join(", ")}
          . <SharedNames site={site} names={operation.sharedHeaders} />
        </p>
      </div>
      <div
        class="examples"
        data-command={tool?.command ?? formatInboxCommand(site, id)}
        data-reads={sample.reads}
      >
        <header>
          <h3>Request</h3>
        </header>
        <Code code={formatCurl(sample)} />
        <h3>Response</h3>
        <Code code={response ?? formatKnownResponse(operation)} />
      </div>
    </section>
  );
}

function Endpoint({ method, path }: Pick<Operation, "method" | "path">): JSX.Element {
  return (
    <code>
      <b class={`method ${method.toLowerCase()}`}>{method}</b> {path}
    </code>
  );
}

/** Returns the command of the inbox that calls an operation; undefined without one. */
function formatInboxCommand({ origin }: Site, id: string): string | undefined {
  const command = INBOX_COMMANDS[id];
  return command && `${command} --server ${origin}`;
}

interface LimitsProps {
  site: Site;
  method: string;
  tool: ToolFacts | undefined;
}

function Limits({ site, method, tool }: LimitsProps): JSX.Element | null {
  if (!tool) return null;
  const { perMinute, costlyReply, bodyLimitBytes } = tool;
  return (
    <ul class="limits">
      {perMinute !== undefined && <li>{perMinute} requests a minute per IP</li>}
      {costlyReply && (
        <li>
          {costlyReply.perMinute} requests a minute per IP {costlyReply.description}
        </li>
      )}
      {!perMinute && !costlyReply && <li>No rate limit</li>}
      {method === "POST" && <li>Body up to {formatLimit(bodyLimitBytes)}</li>}
      <li>
        <a href={`${site.basePath}/docs/limits`}>Limits</a>
      </li>
    </ul>
  );
}

interface SharedNamesProps {
  site: Site;
  names: readonly string[];
}

/** The names of shared headers, which are described once. */
function SharedNames({ site, names }: SharedNamesProps): JSX.Element | null {
  if (names.length === 0) return null;
  return (
    <>
      <a href={`${site.basePath}/docs/reference#headers`}>Headers</a>: {names.join(", ")}.
    </>
  );
}

interface MembersProps {
  members: readonly Member[];
  /** True for the members of a request, of which some are required. */
  isRequest?: boolean;
}

function MemberSection({ title, ...list }: MembersProps & { title: string }): JSX.Element | null {
  if (list.members.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <Members {...list} />
    </>
  );
}

/**
 * The members of a request or response: name and type on a line, what they are below, then their
 * own members.
 */
function Members({ members, isRequest = false }: MembersProps): JSX.Element {
  return (
    <dl class="members">
      {members.map(({ name, type, rule, required, description, members: inner }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <small>{type}</small>
            {required && isRequest && <small class="must"> required</small>}
          </dt>
          <dd>
            {description.replaceAll("`", "")}
            {rule && <small> {rule}</small>}
            {inner.length > 0 && (
              <details>
                <summary>
                  {inner.length} {inner.length === 1 ? "field" : "fields"}
                </summary>
                <Members members={inner} isRequest={isRequest} />
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
