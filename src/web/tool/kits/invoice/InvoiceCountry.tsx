import type { JSX } from "preact";
import type { WidgetProps } from "../../../form/form-model.ts";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import { loadComponents } from "./load-components.ts";

interface CountryPartProps extends WidgetProps {
  /** Loads the part when it changes. */
  text: string | undefined;
}

const CountryPart = lazyPart<CountryPartProps>(async () => (await loadComponents()).Country, {
  loadOn: "use",
});

/** A country among the options of a party, loaded when it is used or filled in. */
export function InvoiceCountry(props: WidgetProps): JSX.Element {
  return <CountryPart {...props} text={props.model.values.value[props.path]} />;
}
