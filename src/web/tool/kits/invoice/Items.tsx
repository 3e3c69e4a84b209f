import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { Control } from "../../../form/Control.tsx";
import type { Field } from "../../../form/field.ts";
import { FieldList } from "../../../form/Fields.tsx";
import { addRow, type FieldProps, formatFieldId } from "../../../form/form-model.ts";
import { Problem, Required } from "../../../form/labels.tsx";
import { listRows } from "../../../form/values.ts";
import { useSignal } from "../../../shell/signal.ts";
import type { Figures } from "./figures.ts";
import { loadComponents, withComponents } from "./load-components.ts";
import type { RowAction } from "./row-actions.ts";

/** Rows that a page shows, because a link may contain thousands. The API takes 100. */
const MAX_ROWS = 100;

interface ItemsProps extends FieldProps {
  /** Undefined while the page shows those that the server rendered. */
  figures: Figures | undefined;
}

/**
 * The items of an invoice, each with its amount and buttons to move, duplicate and remove it, and
 * the sums below.
 */
export function Items({ field, path, model, figures }: ItemsProps): JSX.Element {
  const list = useRef<HTMLFieldSetElement>(null);
  const { item } = field;
  const rows = listRows(model.values.value, path).slice(0, MAX_ROWS);
  const act = async (action: RowAction) => {
    const host = list.current;
    if (host) (await loadComponents()).runRowAction(action, { host, path, model });
  };
  const isWrong = model.errors.value[path] !== undefined;
  return (
    <fieldset
      class="group items"
      ref={list}
      onPointerOver={() => withComponents()}
      id={formatFieldId(path)}
      tabIndex={-1}
      aria-describedby={isWrong ? `${formatFieldId(path)}-problem` : undefined}
    >
      <legend>{field.label}</legend>
      {rows.map((row, index) => (
        <Item
          key={row}
          {...{ field, path, model, row, figures }}
          position={index + 1}
          act={(action) => void act({ ...action, row })}
        />
      ))}
      <Problem path={path} model={model} />
      {item && (
        <button
          class="quiet add"
          name="add-row"
          value={path}
          onClick={(event) => {
            event.preventDefault();
            addRow(model, path, item);
            void act({ kind: "focus", row: rows.length });
          }}
        >
          Add item
        </button>
      )}
      <span class="unseen" role="status" />
    </fieldset>
  );
}

interface LineOptionsProps extends Omit<FieldProps, "field"> {
  fields: readonly Field[];
}

interface ItemProps extends ItemsProps {
  row: number;
  position: number;
  act(action: Omit<RowAction, "row">): void;
}

function Item({ field, path, model, row, position, figures, act }: ItemProps): JSX.Element {
  const at = `${path}.${row}`;
  const name = `item ${position}`;
  const columns = (field.item?.fields ?? [])
    .filter(({ advanced }) => !advanced)
    // Only delivery notes need no price.
    .map((column) =>
      Object.assign({}, column, {
        required: column.name !== "rate" || model.values.value["type"] !== "delivery-note",
      }),
    );
  const move = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const isHandle = (event.target as Element).classList.contains("handle");
    if (by === undefined || !(isHandle || event.altKey)) return;
    event.preventDefault();
    act({ kind: "move", by });
  };
  return (
    <div class="item" role="group" aria-label={`Item ${position}`} onKeyDown={move}>
      <button
        type="button"
        class="quiet handle scripted"
        aria-label={`Move ${name}`}
        title="Move"
        onPointerDown={(event) => act({ kind: "drag", event })}
      >
        <span aria-hidden="true" />
      </button>
      {columns.map(({ help: _help, ...column }) => (
        <div key={column.name} class={`cell ${column.name}`}>
          <label class="cell-label" for={formatFieldId(`${at}.${column.name}`)}>
            {column.label}
            <Required field={column} />
          </label>
          <Control field={column} path={`${at}.${column.name}`} model={model} rows={1} />
          <Problem path={`${at}.${column.name}`} model={model} />
        </div>
      ))}
      <p class="amount">
        <span class="cell-label">Amount</span>
        <Amount text={figures && ` ${figures.lines.get(row) ?? "–"}`} />
      </p>
      <button
        type="button"
        class="quiet duplicate scripted"
        aria-label={`Duplicate ${name}`}
        title="Duplicate"
        onClick={() => act({ kind: "duplicate" })}
      >
        <span aria-hidden="true" />
      </button>
      <button
        class="quiet remove"
        name="remove-row"
        value={at}
        aria-label={`Remove ${name}`}
        title="Remove"
        onClick={(event) => {
          event.preventDefault();
          act({ kind: "remove" });
        }}
      >
        <span aria-hidden="true">×</span>
      </button>
      <LineOptions fields={field.item?.fields ?? []} path={at} model={model} />
    </div>
  );
}

/** Unit, tax and discount of an item, which open once they are used. */
function LineOptions({ fields, path, model }: LineOptionsProps): JSX.Element {
  const isOpen = useSignal(false);
  const options = fields.filter(({ advanced, kind }) => advanced && kind !== "list");
  const isUsed = options.some(({ name }) => model.values.value[`${path}.${name}`]);
  const isShown = isOpen.value || isUsed;
  return (
    <details
      class="more scripted"
      open={isShown || undefined}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>Unit, tax, discount</summary>
      {isShown && (
        <div>
          <FieldList fields={options} model={model} path={`${path}.`} />
        </div>
      )}
    </details>
  );
}

/** Hydration leaves an element with this content alone. */
const FROM_SERVER = { dangerouslySetInnerHTML: { __html: "" } };

/**
 * The amount of an item. Its key replaces the element, because its content is no longer the
 * server's.
 */
function Amount({ text }: { text: string | undefined }): JSX.Element {
  return text === undefined ? <span {...FROM_SERVER} /> : <span key="text">{text}</span>;
}

/** The sums of the items as they are filled in. */
export function Sums({ figures }: Pick<ItemsProps, "figures">): JSX.Element {
  if (!figures) return <dl class="sums" aria-label="Totals" {...FROM_SERVER} />;
  return (
    <dl class="sums" aria-label="Totals" key="figures">
      {figures.sums.map(({ label, amount }, index) => (
        <div key={label} class={index === figures.sums.length - 1 ? "due" : undefined}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
