import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Field } from "../form/field.ts";
import { useSignal } from "../shell/signal.ts";
import { UndoNotice } from "../device/UndoNotice.tsx";
import { useStored } from "../device/use-stored.ts";
import {
  describeParty,
  isSameParty,
  listParties,
  type PartyRole,
  type SavedParty,
  saveParties,
  removeParty,
} from "./saved-parties.ts";
import { PartyForm } from "./PartyForm.tsx";

interface PartyEditorProps {
  role: PartyRole;
  title: string;
  /** The label of the button that adds one. */
  add: string;
  fields: readonly Field[];
}

/** The saved parties of a role, of which one is edited. Every change is kept. */
export function PartyEditor({ role, title, add, fields }: PartyEditorProps): JSX.Element {
  const { parties, edited, isOpen, removed, version, ...actions } = usePartyEditor(role);
  const { open, setEdited, remove, restore } = actions;
  return (
    <section class="panel party-editor" aria-labelledby={`${role}-title`}>
      <h2 id={`${role}-title`}>{title}</h2>
      <ul class="party-list">
        {parties.map((party) => (
          <PartyItem
            key={party.name}
            party={party}
            isEdited={isOpen && edited !== undefined && isSameParty(party, edited)}
            open={open}
          />
        ))}
        {(parties.length > 0 || role === "client") && (
          <li>
            <button type="button" class="quiet add scripted" onClick={() => open(undefined)}>
              {add}
            </button>
          </li>
        )}
      </ul>
      <UndoNotice text={removed && `${removed.name} removed.`} undo={restore} />
      {isOpen && (
        <PartyForm
          key={version}
          {...{ role, fields }}
          first={edited}
          onSaved={setEdited}
          remove={remove}
        />
      )}
    </section>
  );
}

function usePartyEditor(role: PartyRole) {
  const parties = useSignal<readonly SavedParty[]>([]);
  /** The party in the form; undefined: a new one. */
  const edited = useSignal<SavedParty | undefined>(undefined);
  const isOpen = useSignal(role === "sender");
  const removed = useSignal<SavedParty | undefined>(undefined);
  /** Changes with each party that is opened, so that the form starts with its members. */
  const version = useSignal(0);
  const open = (party: SavedParty | undefined) => {
    edited.value = party;
    isOpen.value = true;
    version.value++;
  };
  useStored(() => (parties.value = listParties(role)));
  useEffect(() => {
    if (role === "sender" && parties.value.length > 0) open(parties.value[0]);
  }, []);
  const remove = (party: SavedParty) => {
    removed.value = party;
    removeParty(party);
    edited.value = undefined;
    isOpen.value = role === "sender";
    version.value++;
  };
  const restore = () => {
    if (!removed.value) return;
    saveParties([removed.value]);
    open(removed.value);
    removed.value = undefined;
  };
  return {
    parties: parties.value,
    edited: edited.value,
    isOpen: isOpen.value,
    removed: removed.value,
    version: version.value,
    setEdited: (party: SavedParty) => (edited.value = party),
    open,
    remove,
    restore,
  };
}

interface PartyItemProps {
  party: SavedParty;
  isEdited: boolean;
  open(party: SavedParty): void;
}

function PartyItem({ party, isEdited, open }: PartyItemProps): JSX.Element {
  return (
    <li>
      <button type="button" class="party" aria-pressed={isEdited} onClick={() => open(party)}>
        {party.name} <small>{describeParty(party)}</small>
      </button>
    </li>
  );
}
