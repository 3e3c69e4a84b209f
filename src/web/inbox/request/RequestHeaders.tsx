import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { TableHead } from "../../shell/TableHead.tsx";
import { isSecret } from "../record.ts";

/** The headers of a request as they were sent. Secret values are masked. */
export function RequestHeaders({
  record: { id, rawHeaders },
}: {
  record: InboxRecord;
}): JSX.Element {
  const revealed = useSignal<{ id: string; names: readonly string[] }>({ id, names: [] });
  // Values of the next request are masked again.
  const names = revealed.value.id === id ? revealed.value.names : [];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Headers">
      <table class="headers">
        <TableHead columns={["Header", "Value"]} />
        <tbody>
          {rawHeaders.map(([name, value], index) => (
            // A name may occur more than once.
            <tr key={`${index} ${name}`}>
              <th scope="row">{name}</th>
              <td>
                {isSecret(name) && !names.includes(name) ? (
                  <button
                    type="button"
                    class="quiet secret"
                    aria-label={`Show the value of ${name}`}
                    onClick={() => (revealed.value = { id, names: [...names, name] })}
                  >
                    •••••••• Show
                  </button>
                ) : (
                  value
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
