import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../shell/signal.ts";
import { onStored, readStored } from "../shell/storage.ts";
import { DETAILS_KEY, OLD_DETAILS_KEY } from "./details-key.ts";
import type { PartyProps } from "./party-props.ts";

/** The choice among saved parties, which is loaded when the device has some. */
export function PartySlot(props: PartyProps): JSX.Element {
  const Picker = useSignal<ComponentType<PartyProps> | undefined>(undefined);
  useEffect(() => {
    const update = () => {
      if ((readStored(DETAILS_KEY) ?? readStored(OLD_DETAILS_KEY)) === null) return;
      void import("./PartyPicker.tsx").then(
        ({ PartyPicker }) => (Picker.value = PartyPicker),
        () => undefined,
      );
    };
    update();
    return onStored(update);
  }, []);
  return <div class="parties">{Picker.value && <Picker.value {...props} />}</div>;
}
