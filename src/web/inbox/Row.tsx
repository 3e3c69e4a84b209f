import { Component, type JSX } from "preact";
import { formatBytes } from "../tool/response.ts";
import type { Captured } from "./record.ts";
import { describeSender } from "./sender.ts";

interface RowProps {
  record: Captured;
  isChosen: boolean;
  choose: (record: Captured) => void;
}

/** One request in the list. A record never changes: the row is drawn again only when it is chosen or left. */
export class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    return next.isChosen !== this.props.isChosen;
  }

  override render({ record, isChosen, choose }: RowProps): JSX.Element {
    const { method, path, query, receivedAt, bodySize } = record;
    const sender = describeSender(record);
    return (
      <li>
        <button
          type="button"
          class="request"
          aria-current={isChosen ? "true" : undefined}
          onClick={() => choose(record)}
        >
          <b>{method}</b>
          <span class="path">
            {path || "/"}
            {query && `?${query}`}
            {sender && <span class="sender"> {sender}</span>}
          </span>
          <span class="size">{formatBytes(bodySize)}</span>
          <time dateTime={receivedAt}>{receivedAt.slice(11, 19)}</time>
        </button>
      </li>
    );
  }
}
