import type { JSX } from "preact";
import { DeviceStores } from "../device/DeviceStores.tsx";
import type { Field } from "../form/field.ts";
import { PartyEditor } from "./PartyEditor.tsx";

export interface DetailsProps {
  basePath: string;
  /** The members of a sender, with its bank account, logo and color. */
  sender: readonly Field[];
  client: readonly Field[];
}

export function Details({ sender, client }: DetailsProps): JSX.Element {
  return (
    <div class="details">
      <PartyEditor role="sender" title="My company" add="Add another company" fields={sender} />
      <PartyEditor role="client" title="Clients" add="Add client" fields={client} />
      <DeviceStores />
    </div>
  );
}
