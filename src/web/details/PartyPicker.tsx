import type { JSX } from "preact";
import { getBasePath } from "../base-path.ts";
import { useSignal } from "../shell/signal.ts";
import { useStored } from "../device/use-stored.ts";
import { useMenu } from "../form/use-menu.ts";
import { hasMembers, withParty } from "./apply-party.ts";
import { withLooks } from "./code-looks.ts";
import { describeParty, listParties, type SavedParty } from "./saved-parties.ts";
import { withAccount } from "./invoice-members.ts";
import type { PartyProps } from "./party-props.ts";

const ADD = { account: withAccount, looks: withLooks };

const TITLES = { sender: "My details", client: "Clients" };

/** The saved parties of an object's role; one fills the object. */
export function PartyPicker({ field, path, model, takes }: PartyProps): JSX.Element | null {
  const { host, close } = useMenu();
  const role = field.party ?? "client";
  const parties = useSignal<readonly SavedParty[]>([]);
  useStored(() => (parties.value = listParties(role)));
  if (parties.value.length === 0 || !hasMembers(field, path, model.values.value)) return null;
  const use = (party: SavedParty) => {
    const values = withParty(model.values.value, { field, path, party });
    model.change(takes ? ADD[takes](values, party) : values);
    close(true);
  };
  return (
    <details class="saved" ref={host}>
      <summary class="quiet">{TITLES[role]}</summary>
      <div class="menu-list">
        <ul>
          {parties.value.map((party) => (
            <li key={party.name}>
              <button type="button" class="quiet" onClick={() => use(party)}>
                {party.name} <small>{describeParty(party)}</small>
              </button>
            </li>
          ))}
        </ul>
        <a href={`${getBasePath()}/details`}>Edit my details and clients</a>
      </div>
    </details>
  );
}
