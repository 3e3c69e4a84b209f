import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { FormModel } from "../../../form/model.ts";
import { useSignal } from "../../../shell/signal.ts";
import type { ToolView } from "../../view.ts";

export interface PartiesProps {
  role: "from" | "to";
  view: ToolView;
  model: FormModel;
}

/** Loads the saved parties of a role when the device has some. */
export function Parties(props: PartiesProps): JSX.Element {
  const Saved = useSignal<ComponentType<PartiesProps> | undefined>(undefined);
  useEffect(() => {
    const load = async () => {
      const { hasParties, SavedParties } = await import("./lazy-parts.ts");
      if (hasParties(props.view)) Saved.value = SavedParties;
    };
    const isKnown = () => {
      try {
        return localStorage.getItem(`sundry:parties:${props.view.name}`) !== null;
      } catch {
        return false;
      }
    };
    const update = () => isKnown() && void load();
    update();
    addEventListener("invoice-exported", update);
    return () => removeEventListener("invoice-exported", update);
  }, []);
  return <div class="parties">{Saved.value && <Saved.value {...props} />}</div>;
}
