import type { ComponentChildren, JSX } from "preact";
import { Code as ColoredCode } from "../code/Code.tsx";
import { TableHead } from "../shell/TableHead.tsx";
import type { Site } from "../tool-summary.ts";
import type { Guide } from "../../domain/guides.ts";
import type { AssistantTools } from "../../domain/assistant-tools.ts";
import { Assistants } from "./assistants/Assistants.tsx";
import { DocsLayout } from "./DocsLayout.tsx";
import { START_SECTIONS, STATUSES } from "./start-sections.ts";

/** The guides for using and running the API, on one page. */
export function Docs({ site, guides, assistants }: DocsProps): JSX.Element {
  return (
    <DocsLayout site={site} guides={guides} name="start" headings={START_SECTIONS}>
      <h1>Getting started</h1>
      <Start site={site} />
      <Part id="assistants" title="For assistants">
        <p>
          Every tool is there for assistants, too, over the Model Context Protocol (MCP):{" "}
          <a href={`${site.basePath}/docs/mcp`}>how it works</a>.
        </p>
        <Assistants site={site} assistants={assistants} />
      </Part>
      <Errors />
      <Limits dailyLimit={site.dailyLimit} />
      <Keys isRequired={site.requiresKey ?? false} />
      <SelfHosting site={site} />
    </DocsLayout>
  );
}

interface DocsProps {
  site: Site;
  guides: readonly Guide[];
  assistants: AssistantTools;
}

function Start({ site }: { site: Site }): JSX.Element {
  return (
    <Part id="start" title="Start">
      <p>
        Every tool takes JSON and responds immediately.{" "}
        {site.requiresKey ? "An administrator gives you a key." : "No account, no key."}
      </p>
      <Code>{`curl ${site.origin}/api/v1/hash \\
  -H 'Content-Type: application/json' \\
${site.requiresKey ? '  -H "X-API-Key: $SUNDRY_API_KEY" \\\n' : ""}  -d '{ "text": "hello world" }'`}</Code>
      <p>
        Try each tool on <a href={`${site.basePath}/`}>its page</a> and copy the request from there,
        or read <a href={`${site.basePath}/docs/reference`}>the reference</a>. Browsers may call the
        API from any origin.
      </p>
    </Part>
  );
}

function Errors(): JSX.Element {
  return (
    <Part id="errors" title="Errors">
      <p>
        An error response is one sentence that names every invalid field by its path. Send{" "}
        <code>Accept: application/problem+json</code> to get the paths as JSON pointers (RFC 9457).
      </p>
      <Code>{`{ "error": "items[3].rate must be a number; taxRate must be at most 100" }`}</Code>
      <Statuses />
      <p>
        Numbers must be numbers: <code>"10"</code> is rejected. Unknown members are ignored;{" "}
        <code>null</code> counts as absent for optional members.
      </p>
    </Part>
  );
}

function Statuses(): JSX.Element {
  return (
    <table>
      <TableHead columns={["Status", "Meaning"]} />
      <tbody>
        {STATUSES.map(([status, meaning]) => (
          <tr key={status}>
            <th scope="row">{status}</th>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Limits({ dailyLimit }: Pick<Site, "dailyLimit">): JSX.Element {
  return (
    <Part id="limits" title="Limits">
      <p>
        Every response reports the requests of today (UTC): <code>X-Usage-Count</code>,{" "}
        <code>X-Usage-Limit</code>, <code>X-Usage-Remaining</code>, <code>X-Usage-Reset</code>.{" "}
        {dailyLimit === undefined ? (
          "This server has no daily limit."
        ) : (
          <>
            They are not limited by default; with <code>ENFORCE_LIMIT=true</code> request{" "}
            {dailyLimit + 1} of a day gets 429 with <code>Retry-After</code>.
          </>
        )}
      </p>
      <p>
        Some tools limit the requests per minute from one IP. They report it in{" "}
        <code>RateLimit</code> and <code>RateLimit-Policy</code>.
      </p>
    </Part>
  );
}

function Keys({ isRequired }: { isRequired: boolean }): JSX.Element {
  if (isRequired) {
    return (
      <Part id="keys" title="Keys">
        <p>
          Every request needs a key of this server, as <code>Authorization: Bearer KEY</code> or{" "}
          <code>X-API-Key: KEY</code>. Its scopes decide what it may do, and usage is counted by
          key. Keys are stored as a hash and never logged.
        </p>
      </Part>
    );
  }
  return (
    <Part id="keys" title="Keys">
      <p>
        A key is optional, and you choose it: 1 to 256 visible ASCII characters in{" "}
        <code>X-API-Key</code>. Usage is then counted by key instead of IP. Keys are stored as a
        hash and never logged.
      </p>
    </Part>
  );
}

function SelfHosting({ site }: { site: Site }): JSX.Element {
  return (
    <Part id="self-hosting" title="Self-hosting">
      <Code>{`npm start                       # http://127.0.0.1:3000
HOST=0.0.0.0 PORT=8080 npm start
PUBLIC_URL=https://example.com/sundry BASE_PATH=/sundry npm start`}</Code>
      <p>
        Behind a proxy, set <code>TRUST_PROXY</code> to the number of proxies or to their addresses.
        Data is stored in <code>DATA_DIR</code>. <code>/healthz</code> is for liveness checks,{" "}
        <code>/readyz</code> for readiness, and <code>/metrics</code> for Prometheus. See{" "}
        <a href={`${site.basePath}/docs/deploy`}>Deployment</a>.
      </p>
    </Part>
  );
}

function Part({ id, title, children }: SectionProps): JSX.Element {
  return (
    <section id={id}>
      <h2>
        <a href={`#${id}`}>{title}</a>
      </h2>
      {children}
    </section>
  );
}

interface SectionProps {
  id: string;
  title: string;
  children: ComponentChildren;
}

function Code({ children }: { children: string }): JSX.Element {
  return <ColoredCode code={children} />;
}
