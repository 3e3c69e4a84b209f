import type { JSX } from "preact";
import type { Header } from "./operations.ts";

/** The names and descriptions of response headers. */
export function HeaderList({ headers }: { headers: readonly Header[] }): JSX.Element {
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
