import type { JSX } from "preact";
import { DeviceFileActions } from "../device/DeviceFileActions.tsx";
import { UndoNotice } from "../device/UndoNotice.tsx";
import { Choices } from "../form/Choices.tsx";
import { Alert } from "../form/labels.tsx";
import { downloadText } from "../result/export-actions.ts";
import { ActionButton } from "../shell/Copy.tsx";
import { TableHead } from "../shell/TableHead.tsx";
import { useSignal } from "../shell/signal.ts";
import type { LedgerEntry } from "./entry.ts";
import { type Filter, FILTERS, isInFilter, isMatch, type ListedEntry } from "./find-entries.ts";
import { formatExactMoney } from "./format-money.ts";
import { LedgerRow } from "./LedgerRow.tsx";
import { formatLedgerCsv } from "./ledger-csv.ts";
import { getStatus } from "./status.ts";
import { computeOpen } from "./totals.ts";
import { type LedgerState, useLedger } from "./use-ledger.ts";
import { Years } from "./Years.tsx";

export interface LedgerProps {
  basePath: string;
}

/** Rows that are shown first, because each has buttons and a letter of its own. */
const MAX_ROWS = 200;

/** The invoices of the device with their status, a search, and the totals of each year. */
export function Ledger({ basePath }: LedgerProps): JSX.Element {
  const state = useLedger();
  const { entries = [], today } = state;
  const hasNone = state.entries?.length === 0 && !state.removed;
  return (
    <div class="ledger">
      <OpenAmounts entries={entries} today={today} />
      <section class="panel documents" aria-label="Invoices">
        {hasNone ? <NoInvoices basePath={basePath} /> : <Documents {...{ state, basePath }} />}
        <Alert text={state.problem} />
        <p class="row-of-actions scripted">
          {entries.length > 0 && <CsvButton {...{ entries, today }} />}
          <DeviceFileActions />
        </p>
      </section>
      <Years entries={entries} />
    </div>
  );
}

/** The open amounts of all clients and their overdue part, by currency. */
function OpenAmounts({
  entries,
  today,
}: Pick<LedgerState, "today"> & { entries: readonly LedgerEntry[] }): JSX.Element {
  const sums = computeOpen(entries, today);
  return (
    <ul class="open-amounts" aria-label="To be paid">
      {sums.map(({ currency, open, overdue }) => (
        <li key={currency}>
          <strong>{formatExactMoney(open, currency)}</strong> open
          {overdue.gt(0) && (
            <span class="overdue">{`, ${formatExactMoney(overdue, currency)} overdue`}</span>
          )}
        </li>
      ))}
      {sums.length === 0 && entries.length > 0 && <li>Nothing to be paid.</li>}
    </ul>
  );
}

function NoInvoices({ basePath }: LedgerProps): JSX.Element {
  return (
    <div class="nothing">
      <p>
        <strong>No invoices yet.</strong> Download one, and its number, client and total are here
        the next time.
      </p>
      <p class="row-of-actions">
        <a class="button primary" href={`${basePath}/tools/invoice`}>
          New invoice
        </a>
      </p>
    </div>
  );
}

function Documents({ state, basePath }: LedgerProps & { state: LedgerState }): JSX.Element {
  const query = useSignal("");
  const filter = useSignal<Filter>("all");
  const limit = useSignal(MAX_ROWS);
  const { entries = [], today } = state;
  const listed = entries.map((entry) => ({ entry, status: getStatus(entry, entries, today) }));
  const matches = listed.filter((item) => isMatch(item, query.value));
  const rows = matches.filter((item) => isInFilter(item, filter.value));
  return (
    <>
      <div class="documents-head">
        <input
          type="search"
          class="scripted"
          aria-label="Search invoices"
          placeholder="Search number, client, amount…"
          value={query.value}
          onInput={({ currentTarget }) => (query.value = currentTarget.value)}
        />
        <Choices
          legend="Status"
          name="status"
          class="scripted"
          options={Object.entries(FILTERS).map(([name, title]) => [
            name,
            `${title} ${matches.filter((item) => isInFilter(item, name as Filter)).length}`,
          ])}
          chosen={filter.value}
          onChoose={(chosen) => (filter.value = chosen as Filter)}
        />
        <a class="button primary" href={`${basePath}/tools/invoice`}>
          New invoice
        </a>
      </div>
      <UndoNotice text={state.removed && `${state.removed.number} removed.`} undo={state.restore} />
      {rows.length === 0 ? (
        <p class="none">{state.entries ? "No invoices match." : ""}</p>
      ) : (
        <Table {...{ rows: rows.slice(0, limit.value), state, basePath }} />
      )}
      {rows.length > limit.value && (
        <button type="button" class="quiet" onClick={() => (limit.value = rows.length)}>
          {`Show all ${rows.length}`}
        </button>
      )}
    </>
  );
}

interface CsvButtonProps {
  entries: readonly LedgerEntry[];
  today: string;
}

function CsvButton({ entries, today }: CsvButtonProps): JSX.Element {
  const download = () => downloadText(formatLedgerCsv(entries, today), `invoices-${today}.csv`);
  return (
    <ActionButton label="Download CSV" done="Downloaded" run={() => Promise.resolve(download())} />
  );
}

interface TableProps extends LedgerProps {
  rows: readonly ListedEntry[];
  state: LedgerState;
}

function Table({ rows, state, basePath }: TableProps): JSX.Element {
  return (
    <table>
      <TableHead
        columns={[
          "Number",
          "Client",
          "Issued",
          "Due",
          ["Total", "money"],
          "Status",
          [<span class="unseen">Actions</span>],
        ]}
      />
      <tbody>
        {rows.map((item) => (
          <LedgerRow
            key={item.entry.type + item.entry.number + item.entry.sender}
            {...{ item, state, basePath }}
          />
        ))}
      </tbody>
    </table>
  );
}
