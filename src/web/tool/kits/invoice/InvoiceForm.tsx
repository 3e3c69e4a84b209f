import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { PartySlot } from "../../../details/PartySlot.tsx";
import type { PartyProps } from "../../../details/party-props.ts";
import { FieldView, Fields } from "../../../form/Fields.tsx";
import type { Field } from "../../../form/field.ts";
import { Group } from "../../../form/labels.tsx";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import { useSignal } from "../../../shell/signal.ts";
import { useStored } from "../../../device/use-stored.ts";
import type { FormProps } from "../../kit.ts";
import { Items, Sums } from "./Items.tsx";
import type { LanguagesProps } from "./Languages.tsx";
import { loadComponents, withComponents } from "./load-components.ts";
import { isExported } from "./exported.ts";
import { useFigures } from "./use-figures.ts";

const Languages = lazyPart<LanguagesProps>(async () => (await loadComponents()).Languages, {
  loadOn: "use",
});

const NextInvoice = lazyPart<FormProps>(async () => (await loadComponents()).NextInvoice);

/** Days until an invoice is due, as buttons. */
const TERMS = [14, 30, 60];

/**
 * The form of an invoice: number and dates, both parties, the items with their sums, and advanced
 * fields.
 */
export function InvoiceForm(props: FormProps): JSX.Element {
  const { view, model } = props;
  const field = (name: string) => view.fields.find((entry) => entry.name === name);
  const show = (...names: string[]) =>
    names.map((name) => {
      const member = field(name);
      return member && <FieldView key={name} field={member} path={name} model={model} />;
    });
  const items = field("items");
  const locale = field("locale");
  const figures = useFigures(model.values.value);
  usePaymentCode(props);
  useFollowUp(props);
  return (
    <>
      <div class="looks">
        {show("type", "design")}
        {locale && (
          <Languages field={locale} model={model} value={model.values.value["locale"] ?? ""} />
        )}
      </div>
      <div class="field text number-field">
        {show("invoiceNumber")}
        <Numbering {...props} />
      </div>
      {show("currency", "issueDate", "validUntil")}
      {model.values.value["type"] === "receipt" && show("paid")}
      <div class="field">
        {show("dueDate")}
        <Terms {...props} />
      </div>
      <Party field={field("from")} path="from" model={model} title="From" takes="account" />
      <Party field={field("to")} path="to" model={model} title="Bill to" />
      {items && <Items field={items} path="items" model={model} figures={figures} />}
      <div class="group totals">
        <div class="rates">{show("taxRate", "discount")}</div>
        <Sums figures={figures} />
        <Fields
          fields={view.fields.filter(({ kind, name }) => kind === "list" && name !== "items")}
          model={model}
        />
      </div>
      {show("payment")}
      <Group title="Notes and appearance">
        {show("notes", "logo", "logoBackground", "accentColor")}
      </Group>
      <Fields fields={listOtherFields(view)} model={model} title="For e-invoices" />
    </>
  );
}

/** Returns the advanced fields that have no other place in the form. */
function listOtherFields({ fields, query }: FormProps["view"]): Field[] {
  const others = fields.filter(
    ({ advanced, name, kind }) => advanced && name !== "logo" && kind !== "list",
  );
  return [...others, ...query];
}

/** Days until the invoice is due. */
function Terms(props: FormProps): JSX.Element {
  return (
    <p class="chips scripted">
      {TERMS.map((days) => (
        <button
          type="button"
          key={days}
          onClick={() => withComponents(({ setDue }) => setDue(props, days))}
        >
          {`${days} days`}
        </button>
      ))}
    </p>
  );
}

interface InvoicePartyProps extends Omit<PartyProps, "field"> {
  field: Field | undefined;
  title: string;
}

function Party({ field, title, ...rest }: InvoicePartyProps): JSX.Element | null {
  if (!field) return null;
  const { path, model } = rest;
  return (
    <Group title={title}>
      <PartySlot field={field} {...rest} />
      <Fields
        fields={field.fields ?? []}
        model={model}
        path={`${path}.`}
        title="Address in parts, tax IDs"
      />
    </Group>
  );
}

/**
 * Opens the document of the ledger that a link names. Without one, a new visit continues with the
 * invoice after the one that was exported.
 */
function useFollowUp(props: FormProps): void {
  useLayoutEffect(() => {
    // Read before the page's own effect, which changes both.
    const { hash } = location;
    const isVisit = !history.state && !hash;
    setTimeout(() => {
      if (hash.includes(":") || (isVisit && isExported(props.model.values.value)))
        withComponents(({ openFollowUp }) => openFollowUp(hash, props));
    });
  }, []);
}

/** Chooses a payment code when a valid account is typed, unless one was chosen. */
function usePaymentCode({ model }: FormProps): void {
  const values = model.values.value;
  useEffect(() => {
    // Not for a restored form.
    if (!document.activeElement?.closest("form")) return;
    withComponents(({ choosePaymentCode }) => choosePaymentCode(model));
  }, [values["payment.iban"], values["currency"], values["from.city"]]);
}

/** Shows the next invoice number once this invoice was exported. */
function Numbering(props: FormProps): JSX.Element {
  const values = props.model.values.value;
  const hasNext = useSignal(false);
  useStored(() => (hasNext.value = isExported(props.model.values.value)), [values]);
  return <p class="help">{hasNext.value && <NextInvoice {...props} />}</p>;
}
