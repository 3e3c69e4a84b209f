import type { JSX } from "preact";
import { TableHead } from "../../../shell/TableHead.tsx";
import { getCurrencyName } from "./codes.ts";
import { DAY_MS } from "../../../../lib/dates/date.ts";
import type { ConvertedAmount, CurrencyResponse } from "../../../../tools/currency/schema.ts";
import { formatAmount, formatDay, formatRate } from "./format-rates.ts";

/**
 * A conversion: the amount in words and figures, how old its rate is, and the amount in other
 * currencies.
 */
export function Conversion({ output, isToAll = false }: ConversionProps): JSX.Element | null {
  const { from, results = [] } = output;
  const [main, ...others] = results;
  if (!main) return null;
  if (isToAll) {
    return (
      <>
        <Summary output={output} />
        <OtherCurrencies from={from} rows={results} />
      </>
    );
  }
  return (
    <>
      <MainAmount output={output} main={main} />
      {others.length > 0 && <OtherCurrencies from={from} rows={others} />}
    </>
  );
}

interface ConversionProps {
  output: CurrencyResponse;
  /** True: no currency is the main one. */
  isToAll?: boolean;
}

/** The headline of an amount in all currencies. */
function Summary({ output }: Pick<ConversionProps, "output">): JSX.Element {
  const { amount = 1, from, date = "", asOf, results = [] } = output;
  return (
    <div class="conversion">
      <p class="highlight">
        <span class="lead">
          {formatAmount(amount, from)} {from} in
        </span>{" "}
        <strong>{results.length}</strong> <span>currencies</span>
      </p>
      <p class="help">{describeDay(asOf, date)}</p>
    </div>
  );
}

function MainAmount({
  output,
  main,
}: {
  output: CurrencyResponse;
  main: ConvertedAmount;
}): JSX.Element {
  const { amount = 1, from, date = "", asOf, source } = output;
  const { to, result, rate, inverse } = main;
  return (
    <div class="conversion">
      <p class="highlight">
        <span class="lead">
          {formatAmount(amount, from)} {from} is
        </span>{" "}
        <strong>{formatAmount(result, to)}</strong> <span>{to}</span>
      </p>
      <p class="rates">
        <span>
          1 {from} = {formatRate(rate)} {to}
        </span>
        <span>
          1 {to} = {formatRate(inverse)} {from}
        </span>
      </p>
      <p class="help">
        {describeKind(main, source)} {describeDay(asOf, date)}
      </p>
    </div>
  );
}

/** Returns where a rate comes from, as a sentence. */
function describeKind({ kind, note }: ConvertedAmount, source: string): string {
  if (kind === "same") return "Both currencies are the same.";
  if (kind === "reference") return `Reference rate of the ${source}.`;
  if (kind === "cross") return `Computed from two reference rates of the ${source}.`;
  const basis = kind === "legal" ? "Fixed by EU law" : "Fixed rate";
  return note === null ? `${basis}.` : `${basis}: ${note}.`;
}

/** Returns the day of the rates and, if it is not the day asked for, how much older it is. */
function describeDay(asOf: string, date: string): string {
  const age = Math.round((Date.parse(date) - Date.parse(asOf)) / DAY_MS);
  const day = formatDay(asOf, { weekday: "long" });
  if (!(age > 0)) return `Rates of ${day}.`;
  return `Rates of ${day}, ${age === 1 ? "the day" : `${age} days`} before ${formatDay(date)}.`;
}

function OtherCurrencies({ from, rows }: { from: string; rows: ConvertedAmount[] }): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Other currencies">
      <table class="others">
        <TableHead columns={["Currency", ["Amount", "number"], [`1 ${from}`, "number"]]} />
        <tbody>
          {rows.map(({ to, result, rate }) => (
            <tr key={to}>
              <th scope="row">
                <b>{to}</b> {getCurrencyName(to)}
              </th>
              <td class="number">{formatAmount(result, to)}</td>
              <td class="number">{formatRate(rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
