import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { FormModel } from "../../../form/form-model.ts";
import { useSignal } from "../../../shell/signal.ts";
import type { ToolView } from "../../view.ts";
import { forgetParty, listParties, type SavedParty, withParty } from "./address-book.ts";

export interface PartiesProps {
  role: "from" | "to";
  view: ToolView;
  model: FormModel;
}

/** Returns true when the address book has an entry. */
export function hasParties(view: ToolView): boolean {
  return listParties(view).length > 0;
}

const TITLES = { from: "Saved senders", to: "Saved customers" };

/**
 * The senders or customers that the device remembers, each with buttons to use and to forget it.
 */
export function SavedParties({ role, view, model }: PartiesProps): JSX.Element | null {
  const host = useRef<HTMLDetailsElement>(null);
  const parties = useSignal<readonly SavedParty[]>([]);
  const update = () => {
    parties.value = listParties(view).filter((party) => party.role === role);
  };
  const close = (focuses: boolean) => {
    if (!host.current) return;
    host.current.open = false;
    if (focuses) host.current.querySelector("summary")?.focus();
  };
  useEffect(() => {
    update();
    const closeOutside = ({ target }: Event) => {
      if (!host.current?.contains(target as Node)) close(false);
    };
    addEventListener("invoice-exported", update);
    addEventListener("pointerdown", closeOutside);
    return () => {
      removeEventListener("invoice-exported", update);
      removeEventListener("pointerdown", closeOutside);
    };
  }, []);
  if (parties.value.length === 0) return null;
  return (
    <details
      class="saved"
      ref={host}
      onKeyDown={(event) => {
        if (event.key === "Escape") close(true);
      }}
    >
      <summary class="quiet">{TITLES[role]}</summary>
      <ul>
        {parties.value.map((party) => (
          <Entry
            key={party.name}
            party={party}
            use={() => {
              model.change(withParty(model.values.value, party));
              close(true);
            }}
            forget={() => {
              forgetParty(view, party);
              update();
              host.current?.querySelector<HTMLElement>("li button")?.focus();
            }}
          />
        ))}
      </ul>
    </details>
  );
}

interface EntryProps {
  party: SavedParty;
  use(): void;
  forget(): void;
}

function Entry({ party, use, forget }: EntryProps): JSX.Element {
  const { name } = party;
  return (
    <li>
      <button type="button" class="quiet" onClick={use}>
        {name} <small>{describe(party)}</small>
      </button>
      <button
        type="button"
        class="quiet remove"
        aria-label={`Forget ${name}`}
        title="Forget"
        onClick={forget}
      >
        <span aria-hidden="true">×</span>
      </button>
    </li>
  );
}

/**
 * Returns the text that distinguishes parties of the same name: their email, else the first line of
 * the address.
 */
function describe({ form }: SavedParty): string {
  const members = new URLSearchParams(form);
  return members.get("email") ?? members.get("address")?.split("\n", 1)[0] ?? "";
}
