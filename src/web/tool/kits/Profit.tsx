import type { JSX } from "preact";
import { moneyText } from "../../result/number.ts";
import { Value } from "../../result/Value.tsx";
import type { ResultViewProps } from "../kit.ts";

interface Fee {
  label: string;
  amount: number;
}

interface Sale {
  totalRevenue: number;
  netProfit: number;
  marginPct: number;
  fees: Fee[];
}

interface Comparison {
  name: string;
  totalCosts: number;
  netProfit: number;
  marginPct: number;
}

/** Members that the waterfall or the comparison shows already. */
const DRAWN = new Set(
  "platform salePrice totalRevenue totalCosts netProfit marginPct fees comparison results suggestedPrice".split(
    " ",
  ),
);

/** The result of a sale: where its money goes, or the platforms side by side. */
export function ProfitResult({ response }: ResultViewProps): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const output = response.content.value as Partial<Sale> & { comparison?: Comparison[] };
  const others = Object.entries(output).filter(([name]) => !DRAWN.has(name));
  return (
    <>
      {output.comparison && <Platforms rows={output.comparison} />}
      {output.fees && <Waterfall sale={output as Sale} />}
      {others.length > 0 && <Value value={Object.fromEntries(others)} />}
    </>
  );
}

/** The revenue, each cost that is taken from it, and the rest. */
function Waterfall({ sale }: { sale: Sale }): JSX.Element {
  const { totalRevenue, netProfit, fees } = sale;
  // A loss needs room left of zero, so that its bar does not leave the picture.
  const least = Math.min(0, netProfit);
  const scale = { least, most: Math.max(totalRevenue, 0.01) };
  let left = totalRevenue;
  const steps = fees.map(({ label, amount }) => {
    left -= amount;
    return { label, amount: -amount, from: left, to: left + amount };
  });
  return (
    <table class="waterfall">
      <caption class="unseen">Where the money goes</caption>
      <tbody>
        <Step label="Revenue" amount={totalRevenue} from={0} to={totalRevenue} scale={scale} />
        {steps.map((step) => (
          <Step key={step.label} {...step} scale={scale} kind="cost" />
        ))}
        <Step
          label="You keep"
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

interface StepProps {
  label: string;
  amount: number;
  from: number;
  to: number;
  scale: { least: number; most: number };
  kind?: "cost" | "rest" | "loss";
}

function Step({ label, amount, from, to, scale, kind }: StepProps): JSX.Element {
  const span = scale.most - scale.least;
  const percent = (value: number) => ((value - scale.least) / span) * 100;
  return (
    <tr class={kind}>
      <th scope="row">{label}</th>
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
      <td class="number">{moneyText(amount, "USD")}</td>
    </tr>
  );
}

/** The same sale on every platform, the best one marked. */
function Platforms({ rows }: { rows: readonly Comparison[] }): JSX.Element {
  const best = Math.max(...rows.map(({ netProfit }) => netProfit));
  return (
    <table class="platforms">
      <thead>
        <tr>
          <th scope="col">Platform</th>
          <th scope="col" class="number">
            Costs
          </th>
          <th scope="col" class="number">
            You keep
          </th>
          <th scope="col" class="number">
            Margin
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, totalCosts, netProfit, marginPct }) => (
          <tr key={name} class={netProfit === best ? "best" : undefined}>
            <th scope="row">
              {name} {netProfit === best && <span class="tag">Best</span>}
            </th>
            <td class="number">{moneyText(totalCosts, "USD")}</td>
            <td class="number">{moneyText(netProfit, "USD")}</td>
            <td class="number">{marginPct}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
