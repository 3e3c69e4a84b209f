import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { withAccount } from "../../../details/invoice-members.ts";
import { PartySlot } from "../../../details/PartySlot.tsx";
import { FieldView, Fields } from "../../../form/Fields.tsx";
import type { Field } from "../../../form/field.ts";
import { setText } from "../../../form/form-model.ts";
import { Group } from "../../../form/labels.tsx";
import { LEDGER_PREFIX } from "../../../ledger/entry-id.ts";
import { useSignal } from "../../../shell/signal.ts";
import { onStored } from "../../../shell/storage.ts";
import type { FormProps } from "../../kit.ts";
import { Items, Sums } from "./Items.tsx";
import { loadComponents } from "./load-components.ts";
import { isExported, createNextInvoice, findNextNumber } from "./numbering.ts";
import { useFigures } from "./use-figures.ts";

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
  const figures = useFigures(model.values.value);
  const rest: Field[] = view.fields.filter(
    ({ advanced, name, kind }) => advanced && name !== "logo" && kind !== "list",
  );
  usePaymentCode(props);
  useFollowUp(props);
  return (
    <>
      <div class="looks">{show("type", "locale", "design")}</div>
      <div class="field text number-field">
        {show("invoiceNumber")}
        <Numbering {...props} />
      </div>
      {show("currency", "issueDate", "validUntil")}
      {model.values.value["type"] === "receipt" && show("paid")}
      <div class="field">
        {show("dueDate")}
        <p class="chips scripted">
          {TERMS.map((days) => (
            <button type="button" key={days} onClick={() => setDue(props, days)}>
              {`${days} days`}
            </button>
          ))}
        </p>
      </div>
      {(["from", "to"] as const).map((role) => {
        const party = field(role);
        return (
          party && (
            <Group key={role} title={role === "from" ? "From" : "Bill to"}>
              <PartySlot
                field={party}
                path={role}
                model={model}
                complete={role === "from" ? withAccount : undefined}
              />
              <Fields
                fields={party.fields ?? []}
                model={model}
                path={`${role}.`}
                title="Address in parts, tax IDs"
              />
            </Group>
          )
        );
      })}
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
      <Group title="Notes and appearance">{show("notes", "logo", "accentColor")}</Group>
      <Fields fields={rest.filter(isElectronic)} model={model} title="For e-invoices" />
      <Fields
        fields={[...rest.filter((entry) => !isElectronic(entry)), ...view.query]}
        model={model}
      />
    </>
  );
}

/** Advanced fields that every document may have; the others are terms of electronic invoices. */
const PLAIN_OPTIONS = new Set(["issueTime", "prepaid", "rounding"]);

const isElectronic = ({ name }: Field) => !PLAIN_OPTIONS.has(name);

/** Opens the document of the ledger that a link names. */
function useFollowUp(props: FormProps): void {
  useEffect(() => {
    const open = () => {
      if (/^#(open|duplicate|credit):/.test(location.hash))
        void loadComponents().then(
          ({ openFollowUp }) => openFollowUp(props),
          () => undefined,
        );
    };
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, []);
}

/** Chooses a payment code when a valid account is typed, unless one was chosen. */
function usePaymentCode({ model }: FormProps): void {
  useEffect(() => {
    // Not for a restored form.
    if (document.activeElement?.id !== "field-payment-iban") return;
    void loadComponents().then(
      ({ choosePaymentCode }) => choosePaymentCode(model),
      () => undefined,
    );
  }, [model.values.value["payment.iban"]]);
}

/** Sets the due date this many days after the issue date. */
function setDue({ model }: FormProps, days: number): void {
  const issued = Date.parse(model.values.value["issueDate"] ?? "") || Date.now();
  const due = new Date(issued + days * 86_400_000);
  setText(model, "dueDate", due.toISOString().slice(0, 10));
}

/** Shows the next invoice number, and starts the next invoice after this one was exported. */
function Numbering({ model, state }: FormProps): JSX.Element {
  const values = model.values.value;
  // After hydration, because the server cannot read the device's storage.
  const wasExported = useSignal(false);
  useEffect(() => {
    const update = () => (wasExported.value = isExported(model.values.value));
    update();
    return onStored(LEDGER_PREFIX, update);
  }, [values["invoiceNumber"], values["type"], values["from.name"]]);
  if (!wasExported.value) return <p class="help">Counts up after a download.</p>;
  return (
    <p class="help next">
      Downloaded.{" "}
      <button
        type="button"
        class="link"
        onClick={() => state.replace(createNextInvoice(model.values.value, new Date()))}
      >
        Start {findNextNumber(values)}
      </button>
    </p>
  );
}
