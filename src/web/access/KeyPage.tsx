import type { JSX } from "preact";
import type { Key } from "../../domain/access/key.ts";
import type { UsageDay } from "../../domain/access/usage-report.ts";
import type { Site } from "../tool-summary.ts";
import { KeyFields } from "./KeyFields.tsx";
import { describeState, toFormValues } from "./key.ts";
import { NewKey } from "./NewKey.tsx";
import { UsageChart, UsageTable } from "./UsageChart.tsx";

interface KeyPageProps {
  site: Site;
  data: Key;
  scopes: readonly string[];
  days: readonly UsageDay[];
  /** The secret that a rotation has just issued. */
  secret?: string | undefined;
  problem?: string | undefined;
  /** The values of a form with errors; undefined: the key's settings. */
  values?: URLSearchParams | undefined;
}

/** One key: its usage, its settings, and how to end it. */
export function KeyPage(props: KeyPageProps): JSX.Element {
  const { site, data, secret, days } = props;
  const path = `${site.basePath}/keys/${data.id}`;
  return (
    <div class="keys">
      <p>
        <a href={`${site.basePath}/keys`}>All keys</a>
      </p>
      <h1>{data.name}</h1>
      <p class="lead">
        <code>{data.id}</code>, created {data.createdAt.slice(0, 10)}. {describeState(data)}.{" "}
        {data.previousEndsAt !== null && `The key before works until ${data.previousEndsAt}.`}
      </p>
      {secret !== undefined && <NewKey name={data.name} secret={secret} />}
      <UsageChart days={days} />
      <details>
        <summary>Numbers</summary>
        <UsageTable days={days} />
      </details>
      {data.revokedAt === null && <Changes {...props} path={path} />}
    </div>
  );
}

interface ChangesProps extends KeyPageProps {
  path: string;
}

function Changes({ data, scopes, problem, values, path }: ChangesProps): JSX.Element {
  return (
    <>
      <section class="panel">
        <header>
          <h2>Settings</h2>
        </header>
        <form method="post" action={path}>
          {problem !== undefined && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          <KeyFields
            scopes={[...new Set([...scopes, ...data.scopes])]}
            values={values ?? toFormValues(data)}
          />
          <button class="primary">Save</button>
        </form>
      </section>
      <Rotation path={path} />
      <details class="panel revoke">
        <summary>Revoke…</summary>
        <form method="post" action={`${path}/revoke`}>
          <p>Revoke {data.name}? What uses it stops within seconds. This cannot be undone.</p>
          <button class="button">Revoke key</button>
        </form>
      </details>
    </>
  );
}

function Rotation({ path }: Pick<ChangesProps, "path">): JSX.Element {
  return (
    <section class="panel">
      <header>
        <h2>Rotate</h2>
      </header>
      <form method="post" action={`${path}/rotate`}>
        <p class="field">
          <label for="overlap">The present key works on for</label>
          <select id="overlap" name="overlapSeconds">
            <option value="86400">1 day</option>
            <option value="604800">7 days</option>
            <option value="3600">1 hour</option>
            <option value="0">no time</option>
          </select>
        </p>
        <button class="button">Rotate key</button>
      </form>
    </section>
  );
}
