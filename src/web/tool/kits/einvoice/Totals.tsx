import type { JSX } from "preact";
import type { TotalsReport } from "../../../../tools/einvoice-read/totals.ts";
import { TableHead } from "../../../shell/TableHead.tsx";

type Total = keyof TotalsReport["stated"];

const LABELS: readonly (readonly [name: Total, label: string])[] = [
  ["lines", "Lines"],
  ["allowances", "Allowances"],
  ["charges", "Charges"],
  ["net", "Without VAT"],
  ["tax", "VAT"],
  ["total", "With VAT"],
  ["prepaid", "Paid"],
  ["rounding", "Rounding"],
  ["due", "Amount due"],
];

/** The sums that an invoice states, beside those of its amounts. */
export function Totals({ totals }: { totals: TotalsReport }): JSX.Element {
  const { stated, computed, differences } = totals;
  const rows = LABELS.filter(([name]) => Boolean(stated[name]) || Boolean(computed[name]));
  const count = differences.length;
  return (
    <section class="totals" aria-labelledby="totals-title">
      <h3 id="totals-title">Totals</h3>
      <p class={count > 0 ? "problem" : "help"}>
        {count > 0
          ? `${count} ${count === 1 ? "sum differs" : "sums differ"} from the amounts of the invoice.`
          : "Stated and computed sums are the same."}
      </p>
      <table>
        <TableHead columns={["Sum", "Stated", "Computed"]} />
        <tbody>
          {rows.map(([name, label]) => (
            <tr key={name} class={differences.includes(name) ? "differs" : undefined}>
              <th scope="row">{label}</th>
              <td>{formatAmount(stated[name])}</td>
              <td>{formatAmount(computed[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Formats an amount with its decimals, at least two. */
export function formatAmount(amount: number | null): string {
  if (amount === null) return "none";
  const options = { minimumFractionDigits: 2, maximumFractionDigits: 10 };
  return amount.toLocaleString("en", options);
}
