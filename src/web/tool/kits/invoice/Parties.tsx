import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../../../shell/signal.ts";
import type { PartiesProps } from "./SavedParties.tsx";
import { readStored } from "../../../shell/storage.ts";

/** Loads what few visits need. */
export const loadComponents = () => import("./lazy-components.ts");

/** Loads the saved parties of a role when the device has some. */
export function Parties(props: PartiesProps): JSX.Element {
  const Saved = useSignal<ComponentType<PartiesProps> | undefined>(undefined);
  useEffect(() => {
    const load = async () => {
      const { hasParties, SavedParties } = await loadComponents();
      if (hasParties(props.view)) Saved.value = SavedParties;
    };
    const isKnown = () => readStored(`sundry:parties:${props.view.name}`) !== null;
    const update = () => isKnown() && void load();
    update();
    addEventListener("invoice-exported", update);
    return () => removeEventListener("invoice-exported", update);
  }, []);
  return <div class="parties">{Saved.value && <Saved.value {...props} />}</div>;
}
