import type { ComponentChildren, JSX } from "preact";
import type { Site } from "../tool-summary.ts";

/** How to use the API and how to run it, on one page. */
export function Docs({ site }: { site: Site }): JSX.Element {
  return (
    <div class="docs">
      <h1>Using Sundry</h1>
      <Start site={site} />
      <Errors />
      <Limits />
      <Keys />
      <SelfHosting />
    </div>
  );
}

function Start({ site }: { site: Site }): JSX.Element {
  return (
    <Part id="start" title="Start">
      <p>Every tool takes JSON and answers at once. No account, no key.</p>
      <Code>{`curl ${site.origin}/api/v1/hash \\
  -H 'Content-Type: application/json' \\
  -d '{ "text": "hello world" }'`}</Code>
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
        A failing answer is one sentence that names every broken rule by the field's path. Send{" "}
        <code>Accept: application/problem+json</code> to get the paths as JSON pointers (RFC 9457).
      </p>
      <Code>{`{ "error": "items[3].rate must be a number; taxRate must be at most 100" }`}</Code>
      <Statuses />
      <p>
        Numbers are numbers: <code>"10"</code> is refused where a number is asked for. Unknown
        members are ignored; <code>null</code> counts as absent where a member may be left out.
      </p>
    </Part>
  );
}

function Statuses(): JSX.Element {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
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

function Limits(): JSX.Element {
  return (
    <Part id="limits" title="Limits">
      <p>
        Every answer says how many requests were made today (UTC): <code>X-Usage-Count</code>,{" "}
        <code>X-Usage-Limit</code>, <code>X-Usage-Remaining</code>, <code>X-Usage-Reset</code>. By
        default nothing is refused for it; with <code>ENFORCE_LIMIT=true</code> request 101 of a day
        gets 429 with <code>Retry-After</code>.
      </p>
      <p>
        Some tools allow a number of requests a minute from one IP. They say so in{" "}
        <code>RateLimit</code> and <code>RateLimit-Policy</code>.
      </p>
    </Part>
  );
}

function Keys(): JSX.Element {
  return (
    <Part id="keys" title="Keys">
      <p>
        A key is optional and yours to make up: 1 to 256 visible ASCII characters in{" "}
        <code>X-API-Key</code>. Usage is then counted by the key instead of the IP. Keys are kept as
        a hash only and never logged.
      </p>
    </Part>
  );
}

function SelfHosting(): JSX.Element {
  return (
    <Part id="self-hosting" title="Self-hosting">
      <Code>{`npm start                       # http://127.0.0.1:3000
HOST=0.0.0.0 PORT=8080 npm start
PUBLIC_URL=https://example.com/sundry BASE_PATH=/sundry npm start`}</Code>
      <p>
        Behind a proxy set <code>TRUST_PROXY</code> to the number of proxies, or to their addresses.
        What is kept lives in <code>DATA_DIR</code>. <code>/healthz</code> tells whether the process
        lives, <code>/readyz</code> whether its store is in reach, and <code>/metrics</code> speaks
        Prometheus.
      </p>
    </Part>
  );
}

const STATUSES = [
  ["400", "The body is empty, not JSON or not UTF-8."],
  ["404, 405", "Nothing at this path, or not with this method; Allow names those it takes."],
  ["413", "The body is too large for this path."],
  ["415", "Send Content-Type: application/json."],
  ["422", "A rule of a field is broken."],
  ["429", "A limit is used up; Retry-After says for how long."],
  ["500", "Our fault; the request id finds it in the log."],
  ["503, 507", "Busy, out of reach of the store, or the store is full."],
] as const;

function Part({ id, title, children }: PartProps): JSX.Element {
  return (
    <section id={id}>
      <h2>
        <a href={`#${id}`}>{title}</a>
      </h2>
      {children}
    </section>
  );
}

interface PartProps {
  id: string;
  title: string;
  children: ComponentChildren;
}

function Code({ children }: { children: string }): JSX.Element {
  return <pre tabIndex={0}>{children}</pre>;
}
