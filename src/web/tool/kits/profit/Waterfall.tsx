import type { JSX } from "preact";
import type { SaleResponse } from "../../../../tools/profit-calculator/schema.ts";
import { formatMoney, formatNumber } from "../../../result/number.ts";

/** The revenue, each cost that is taken from it, and the rest. */
export function Waterfall({ sale }: { sale: SaleResponse }): JSX.Element {
  const { totalRevenue, netProfit, fees, details = [] } = sale;
  // The scale begins below zero for a loss, so that its bar is inside the picture.
  const scale = { min: Math.min(0, netProfit), max: Math.max(totalRevenue, 0.01) };
  let balance = totalRevenue;
  const steps = fees.map(({ label, amount }, index) => {
    balance -= amount;
    const calculation = explainFee(amount, details[index]);
    // The calculation repeats the rates that the label has in parentheses.
    const name = calculation === undefined ? label : label.replace(/ \([^)]*\d[^)]*\)$/, "");
    return { label: name, calculation, amount: -amount, from: balance, to: balance + amount };
  });
  return (
    <table class="waterfall">
      <caption class="unseen">Where the money goes</caption>
      <tbody>
        <Step label="Buyer pays" amount={totalRevenue} from={0} to={totalRevenue} scale={scale} />
        {steps.map((step) => (
          <Step key={step.label} {...step} scale={scale} kind="cost" />
        ))}
        <Step
          label={netProfit < 0 ? "You lose" : "You keep"}
          amount={netProfit}
          from={Math.min(0, netProfit)}
          to={Math.max(0, netProfit)}
          scale={scale}
          kind={netProfit < 0 ? "loss" : "rest"}
        />
      </tbody>
    </table>
  );
}

/**
 * Returns the calculation of a percentage fee: "6.5% of $38.00 = $2.47". Undefined for fixed
 * amounts.
 */
function explainFee(
  amount: number,
  detail: NonNullable<SaleResponse["details"]>[number] | undefined,
): string | undefined {
  if (!detail || detail.rate === 0) return undefined;
  const { base, rate, fixed } = detail;
  const sign = fixed < 0 ? "−" : "+";
  const fixedPart = fixed === 0 ? "" : ` ${sign} ${formatMoney(Math.abs(fixed), "USD")}`;
  return `${formatNumber(rate)}% of ${formatMoney(base, "USD")}${fixedPart} = ${formatMoney(amount, "USD")}`;
}

interface StepProps {
  label: string;
  calculation?: string | undefined;
  amount: number;
  from: number;
  to: number;
  scale: { min: number; max: number };
  kind?: "cost" | "rest" | "loss";
}

function Step({ label, calculation, amount, from, to, scale, kind }: StepProps): JSX.Element {
  const span = scale.max - scale.min;
  const percent = (value: number) => ((value - scale.min) / span) * 100;
  return (
    <tr class={kind}>
      <th scope="row">
        {label}
        {calculation !== undefined && <small>{calculation}</small>}
      </th>
      <td class="bar">
        <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect
            x={percent(from)}
            y="1"
            width={Math.max(percent(to) - percent(from), 0.4)}
            height="8"
          />
        </svg>
      </td>
      <td class="number">{formatMoney(amount, "USD")}</td>
    </tr>
  );
}
