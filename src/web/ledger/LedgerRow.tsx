import type { JSX } from "preact";
import { formatReminder } from "./reminder.ts";
import { getOptionTitle } from "../form/names.ts";
import { useMenu } from "../form/use-menu.ts";
import type { LedgerEntry } from "./entry.ts";
import type { ListedEntry } from "./find-entries.ts";
import { type FollowUp, formatFollowUp } from "./follow-up.ts";
import { formatMediumDay, formatExactMoney } from "./format-money.ts";
import { getOpenAmount, listCredits, STATUS_TITLES } from "./status.ts";
import type { LedgerState } from "./use-ledger.ts";

interface LedgerRowProps {
  item: ListedEntry;
  state: LedgerState;
  basePath: string;
}

/** A document with its status and what can be made of it. */
export function LedgerRow({ item, state, basePath }: LedgerRowProps): JSX.Element {
  const { entry, status } = item;
  const { entries = [] } = state;
  const open = `${basePath}/tools/invoice${formatFollowUp("open", entry)}`;
  const notes = [
    entry.type === "invoice" ? "" : getOptionTitle(entry.type),
    entry.cites && `for ${entry.cites}`,
    ...(entry.type === "invoice"
      ? listCredits(entry, entries).map(({ number }) => `Credit note ${number}`)
      : []),
  ].filter(Boolean);
  const sign = entry.type === "credit-note" ? "-" : "";
  return (
    <tr>
      <th scope="row">
        <a href={open}>{entry.number}</a>
        {notes.length > 0 && <small>{notes.join(" ")}</small>}
      </th>
      <td class="client">{entry.client}</td>
      <td class="issued">{formatMediumDay(entry.issueDate)}</td>
      <td class="due">{formatMediumDay(entry.dueDate)}</td>
      <td class="money">{formatExactMoney(sign + entry.total, entry.currency)}</td>
      <td class="state">
        {status !== "none" && <span class={`badge ${status}`}>{STATUS_TITLES[status]}</span>}
        {entry.type === "invoice" && status !== "credited" && (
          <button
            type="button"
            class="link"
            aria-label={`Mark ${entry.paidOn === "" ? "paid" : "open"}: ${entry.number}`}
            onClick={() => state.togglePaid(entry)}
          >
            {entry.paidOn === "" ? "Mark paid" : "Mark open"}
          </button>
        )}
      </td>
      <td class="row-menu">
        <RowMenu {...{ item, state, basePath }} />
      </td>
    </tr>
  );
}

function RowMenu({ item: { entry, status }, state, basePath }: LedgerRowProps): JSX.Element {
  const { host, close } = useMenu();
  const tool = `${basePath}/tools/invoice`;
  const link = (kind: FollowUp, title: string) => (
    <li>
      <a href={tool + formatFollowUp(kind, entry)}>{title}</a>
    </li>
  );
  const isOwed = status === "open" || status === "overdue";
  return (
    <details class="menu" ref={host}>
      <summary class="quiet" aria-label={`Actions for ${entry.number}`}>
        <span aria-hidden="true">⋯</span>
      </summary>
      <ul class="menu-list">
        {link("open", "Open")}
        {link("duplicate", "Duplicate")}
        {entry.type === "invoice" && link("credit", "Credit note")}
        {isOwed && (
          <li>
            <a href={`${basePath}/tools/pdf#${formatLetter(entry, state)}`}>Reminder letter</a>
          </li>
        )}
        <li>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              close();
              state.remove(entry);
            }}
          >
            Remove
          </button>
        </li>
      </ul>
    </details>
  );
}

function formatLetter(entry: LedgerEntry, { entries = [] }: LedgerState): string {
  return formatReminder({ entry, open: getOpenAmount(entry, entries), today: new Date() });
}
