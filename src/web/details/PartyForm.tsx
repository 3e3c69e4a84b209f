import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { isIban, removeSpaces } from "../../domain/payment/iban.ts";
import { Country } from "../form/country/Country.tsx";
import type { Field } from "../form/field.ts";
import { Fields } from "../form/Fields.tsx";
import type { FormModel } from "../form/form-model.ts";
import type { Values } from "../form/values.ts";
import { useSignal } from "../shell/signal.ts";
import { type PartyRole, replaceParty, type SavedParty } from "./saved-parties.ts";

interface PartyFormProps {
  role: PartyRole;
  fields: readonly Field[];
  /** The party at first; undefined: a new one. */
  first: SavedParty | undefined;
  onSaved(party: SavedParty): void;
  remove(party: SavedParty): void;
}

/** The form of a party. Each change is kept as soon as there is a name. */
export function PartyForm({ role, fields, first, onSaved, remove }: PartyFormProps): JSX.Element {
  const path = `${role}.`;
  const values = useSignal(addPath(first?.members ?? {}, path));
  const saved = useSignal(first);
  const status = useSignal("");
  const change = (next: Values) => {
    values.value = next;
    const members = removePath(next, path);
    const name = (members["name"] ?? "").trim();
    if (name === "") {
      status.value = "Enter a name to keep these details.";
      return;
    }
    const party = { role, name, members };
    const isKept = replaceParty(saved.value, party);
    status.value = isKept ? "Kept on this device." : "This browser allows no more storage.";
    if (!isKept) return;
    saved.value = party;
    onSaved(party);
  };
  const errors = {
    get value() {
      return findErrors(values.value, path);
    },
  };
  const model: FormModel = useMemo(
    () => ({ values, errors, widgets: { country: Country }, getBase: () => values.value, change }),
    [],
  );
  return (
    <form class="form" autoComplete="off" onSubmit={(event) => event.preventDefault()}>
      <Fields fields={fields} model={model} path={path} />
      <p class="row-of-actions">
        {saved.value && (
          <button type="button" onClick={() => saved.value && remove(saved.value)}>
            {`Remove ${saved.value.name}`}
          </button>
        )}
        <span class="help" role="status">
          {status.value}
        </span>
      </p>
    </form>
  );
}

function findErrors(values: Values, path: string): Values {
  const name = `${path}payment.iban`;
  const iban = removeSpaces(values[name] ?? "");
  return iban === "" || isIban(iban) ? {} : { [name]: "is not a valid IBAN" };
}

function addPath(members: Values, path: string): Values {
  return Object.fromEntries(Object.entries(members).map(([name, text]) => [path + name, text]));
}

/** Returns the members that have a text. */
function removePath(values: Values, path: string): Values {
  const filled = Object.entries(values).filter(([, text]) => text !== "");
  return Object.fromEntries(filled.map(([name, text]) => [name.slice(path.length), text]));
}
