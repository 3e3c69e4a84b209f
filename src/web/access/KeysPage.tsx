import type { JSX } from "preact";
import type { Key } from "../../domain/access/key.ts";
import { TableHead } from "../shell/TableHead.tsx";
import type { Site } from "../tool-summary.ts";
import { KeyFields } from "./KeyFields.tsx";
import { describeState } from "./key.ts";
import { NewKey } from "./NewKey.tsx";

interface KeysPageProps {
  site: Site;
  keys: readonly Key[];
  /** The scopes to choose from. */
  scopes: readonly string[];
  /** A key that was just created, with its secret. */
  created?: { name: string; key: string } | undefined;
  /** Why a key could not be created, and what was filled in. */
  problem?: string | undefined;
  values?: URLSearchParams | undefined;
}

/** The administration of keys: a table, and the form for a new one. */
export function KeysPage(props: KeysPageProps): JSX.Element {
  const { site, keys, scopes, created, problem, values } = props;
  return (
    <div class="keys">
      <h1>Keys</h1>
      {created && <NewKey name={created.name} secret={created.key} />}
      <KeyTable site={site} keys={keys} />
      <section class="panel">
        <header>
          <h2>New key</h2>
        </header>
        <form method="post" action={`${site.basePath}/keys`}>
          {problem !== undefined && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          <KeyFields scopes={scopes} values={values} />
          <button class="primary">Create key</button>
        </form>
      </section>
    </div>
  );
}

function KeyTable({ site, keys }: Pick<KeysPageProps, "site" | "keys">): JSX.Element {
  if (keys.length === 0) return <p class="empty">No keys yet.</p>;
  return (
    <div class="table" role="region" aria-label="Keys" tabIndex={0}>
      <table>
        <TableHead
          columns={["Name", "Id", "Scopes", ["Per day", "number"], "Last used", "State"]}
        />
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <th scope="row">
                <a href={`${site.basePath}/keys/${key.id}`}>{key.name}</a>
              </th>
              <td>
                <code>{key.id}</code>
              </td>
              <td>{key.scopes.join(", ")}</td>
              <td class="number">{key.perDay ?? "unlimited"}</td>
              <td>{key.lastUsedAt ?? "never"}</td>
              <td>{describeState(key)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
