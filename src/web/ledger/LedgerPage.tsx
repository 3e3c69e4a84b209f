import type { JSX } from "preact";
import { Island } from "../shell/Island.tsx";
import { Ledger, type LedgerProps } from "./Ledger.tsx";

/** The page of the invoices that the device keeps. */
export function LedgerPage(props: LedgerProps): JSX.Element {
  return (
    <>
      <div class="intro">
        <h1>Invoices</h1>
        <p>
          Every invoice that you download or print is kept here, in this browser only.{" "}
          <a href={`${props.basePath}/details`}>My details and backup</a>
        </p>
      </div>
      <noscript>
        <p class="problem">This page needs JavaScript, because the server keeps no invoices.</p>
      </noscript>
      <Island id="ledger" props={props}>
        <Ledger {...props} />
      </Island>
    </>
  );
}
