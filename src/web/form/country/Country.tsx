import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../../shell/signal.ts";
import { type FieldProps, formatFieldId } from "../form-model.ts";
import { SimpleField } from "../labels.tsx";

/**
 * The choice of a country by its name. Without its script it is a text with the code, because the
 * names of 250 countries would be most of a page.
 */
export function Country(props: FieldProps): JSX.Element {
  const Select = useSignal<ComponentType<FieldProps> | undefined>(undefined);
  useEffect(() => {
    // Not while its code is typed.
    const isTyping = () => document.activeElement?.id === formatFieldId(props.path);
    const loadSelect = async () => {
      const script = await import("./CountrySelect.tsx").catch(() => undefined);
      if (script && !isTyping()) Select.value = script.CountrySelect;
    };
    const load = () => void loadSelect();
    const events = ["pointerover", "focusin"];
    for (const event of events) addEventListener(event, load);
    // At once for a field that is added to a page in use.
    if (navigator.userActivation?.hasBeenActive) load();
    return () => {
      for (const event of events) removeEventListener(event, load);
    };
  }, []);
  const field = { ...props.field, label: "Country" };
  return Select.value ? (
    <Select.value {...props} field={field} />
  ) : (
    <SimpleField {...props} field={field} />
  );
}
