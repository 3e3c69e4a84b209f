import type { ComponentType, JSX } from "preact";
import { useSignal } from "../shell/signal.ts";
import { readStored } from "../shell/storage.ts";
import { useStored } from "../device/use-stored.ts";
import { DETAILS_KEY, OLD_DETAILS_KEY } from "./details-key.ts";
import type { PartyProps } from "./party-props.ts";

/** The choice among saved parties, which is loaded when the device has some. */
export function PartySlot(props: PartyProps): JSX.Element {
  const Picker = useSignal<ComponentType<PartyProps> | undefined>(undefined);
  useStored(() => {
    if ((readStored(DETAILS_KEY) ?? readStored(OLD_DETAILS_KEY)) === null) return;
    void import("./PartyPicker.tsx").then(
      ({ PartyPicker }) => (Picker.value = PartyPicker),
      () => undefined,
    );
  });
  return <div class="parties">{Picker.value && <Picker.value {...props} />}</div>;
}
