import { Component, type JSX } from "preact";
import { formatBytes } from "../../../lib/text/format-bytes.ts";
import { Ago } from "./Ago.tsx";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { formatStatus, isFailure } from "../record.ts";
import { describeSender } from "../sender.ts";

interface RequestRowProps {
  record: InboxRecord;
  isChosen: boolean;
  /** True: the request arrived while the page was open. */
  isNew: boolean;
  choose: (record: InboxRecord) => void;
}

/**
 * One request in the list. A record never changes, so that a row renders again only when it is
 * chosen or left.
 */
export class RequestRow extends Component<RequestRowProps> {
  /** A request is unread until it has been shown. */
  #wasShown = false;

  override shouldComponentUpdate(next: RequestRowProps): boolean {
    return next.isChosen !== this.props.isChosen;
  }

  override render({ record, isChosen, isNew, choose }: RequestRowProps): JSX.Element {
    const { id, method, path, query, receivedAt, bodySize, contentType, ip, answered } = record;
    this.#wasShown ||= isChosen;
    const isUnread = isNew && !this.#wasShown;
    const [type = ""] = contentType.split(";", 1);
    return (
      <li>
        <a
          class="request"
          href={`?record=${encodeURIComponent(id)}`}
          aria-current={isChosen ? "true" : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            choose(record);
          }}
        >
          <b class={`method ${method.toLowerCase()}`}>{method}</b>
          <span class="path">
            {path || "/"}
            {query && `?${query}`}
          </span>
          <Ago at={receivedAt} />
          {isUnread && <span class="unread" role="img" aria-label="Unread" />}
          <span class="sender">
            {describeSender(record) ?? [ip, type].filter(Boolean).join(" · ")}
          </span>
          <span class="size">
            {answered && (
              <b class={isFailure(answered) ? "answered failure" : "answered"}>
                <span class="unseen">Response </span>
                {formatStatus(answered)}
              </b>
            )}
            {formatBytes(bodySize)}
          </span>
        </a>
      </li>
    );
  }
}
