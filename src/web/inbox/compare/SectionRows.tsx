import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { isSecret } from "../record.ts";
import type { ComparedRow, ComparedSection, Excerpt, Gap } from "./comparison.ts";

export type CompareLayout = "columns" | "unified";

interface SectionRowsProps {
  title: ComparedSection["title"];
  rows: readonly (ComparedRow | Gap)[];
  layout: CompareLayout;
  /** The rows are lines, and their names are numbers. */
  hasLines: boolean;
}

/**
 * The rows of a section, side by side or one below the other. Secret values are masked. Roles are
 * explicit, because the styles of narrow screens make the rows grids.
 */
export function SectionRows(props: SectionRowsProps): JSX.Element {
  const { title, rows, layout, hasLines } = props;
  const revealed = useSignal<readonly string[]>([]);
  const isHidden = (name: string) =>
    title === "Headers" && isSecret(name) && !revealed.value.includes(name);
  const createCells = (row: ComparedRow): RowProps => ({
    row,
    reveal: isHidden(row.name) ? () => (revealed.value = [...revealed.value, row.name]) : undefined,
  });
  const Row = layout === "columns" ? ColumnsRow : UnifiedRow;
  const classes = ["compared", layout, title === "Body" && "code", hasLines && "lines"];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={title}>
      <table role="table" class={classes.filter(Boolean).join(" ")}>
        <colgroup>
          <col class="names" />
          <col span={layout === "columns" ? 2 : 1} />
        </colgroup>
        <thead class={layout === "columns" ? undefined : "unseen"}>
          <tr role="row">
            <th scope="col">{hasLines ? "Line" : "Name"}</th>
            {layout === "columns" ? (
              <>
                <th scope="col">Earlier</th>
                <th scope="col">Later</th>
              </>
            ) : (
              <th scope="col">Value</th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) =>
            row.kind === "gap" ? (
              <tr key={index} role="row" class="gap">
                <td role="cell" colSpan={layout === "columns" ? 3 : 2}>
                  {row.rows === 1 ? "1 equal line" : `${row.rows} equal lines`}
                </td>
              </tr>
            ) : (
              <Row key={index} {...createCells(row)} />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  row: ComparedRow;
  /** Shows the masked values; undefined for values that are not masked. */
  reveal: (() => void) | undefined;
}

function ColumnsRow({ row, reveal }: RowProps): JSX.Element {
  const { kind, before, after } = row;
  return (
    <tr role="row" class={kind}>
      <th role="rowheader" scope="row">
        {row.name}
        {kind !== "equal" && <span class="unseen"> {kind}</span>}
      </th>
      <td role="cell" class={before ? "before" : "absent"}>
        {before && <Value name={row.name} excerpt={before} reveal={reveal} />}
      </td>
      <td role="cell" class={after || kind === "equal" ? "after" : "absent"}>
        {kind === "equal" && before && <Value name={row.name} excerpt={before} reveal={reveal} />}
        {after && <Value name={row.name} excerpt={after} reveal={reveal} />}
      </td>
    </tr>
  );
}

function UnifiedRow({ row, reveal }: RowProps): JSX.Element {
  const { kind, before, after } = row;
  return (
    <>
      {before && (
        <tr role="row" class={kind === "equal" ? "equal" : "removed"}>
          <th role="rowheader" scope="row">
            {row.name}
          </th>
          <td role="cell" class="before">
            <Value name={row.name} excerpt={before} reveal={reveal} />
          </td>
        </tr>
      )}
      {after && (
        <tr role="row" class={before ? "added joined" : "added"}>
          <th role="rowheader" scope="row">
            {before ? <span class="unseen">{row.name}</span> : row.name}
          </th>
          <td role="cell" class="after">
            <Value name={row.name} excerpt={after} reveal={reveal} />
          </td>
        </tr>
      )}
    </>
  );
}

interface ValueProps {
  name: string;
  excerpt: Excerpt;
  reveal: (() => void) | undefined;
}

function Value({ name, excerpt: { text, from, to }, reveal }: ValueProps): JSX.Element {
  if (reveal)
    return (
      <button
        type="button"
        class="quiet secret"
        aria-label={`Show the values of ${name}`}
        onClick={reveal}
      >
        •••••••• Show
      </button>
    );
  return (
    <>
      {text.slice(0, from)}
      {to > from && <mark>{text.slice(from, to)}</mark>}
      {text.slice(to)}
    </>
  );
}
