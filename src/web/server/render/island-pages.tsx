import type { ComponentChildren, ComponentType, JSX } from "preact";
import { Details, type DetailsProps } from "../../details/Details.tsx";
import { Ledger, type LedgerProps } from "../../ledger/Ledger.tsx";
import { Many, type ManyProps } from "../../many/Many.tsx";
import { getManyTitle } from "../../many/title.ts";
import { Rehearsal, type RehearsalProps } from "../../rehearsal/Rehearsal.tsx";
import { Island } from "../../shell/Island.tsx";
import type { ToolSummary } from "../../tool-summary.ts";

/** The page of the user's own details, of clients, and of everything that the device keeps. */
export function DetailsPage(props: DetailsProps): JSX.Element {
  return (
    <IslandPage
      id="details"
      Content={Details}
      props={props}
      title="My details"
      noScript="This page needs JavaScript, because the server keeps no details."
    >
      Enter them once for invoices, agreements, QR codes and PDF files. They stay in this browser
      until a document uses them. <a href={`${props.basePath}/invoices`}>Invoices</a>
    </IslandPage>
  );
}

/** The page of the invoices that the device keeps. */
export function LedgerPage(props: LedgerProps): JSX.Element {
  return (
    <IslandPage
      id="ledger"
      Content={Ledger}
      props={props}
      title="Invoices"
      noScript="This page needs JavaScript, because the server keeps no invoices."
    >
      Every invoice that you download or print is kept here, in this browser only.{" "}
      <a href={`${props.basePath}/details`}>My details and backup</a>
    </IslandPage>
  );
}

/** The page that runs a tool for each row of a table. */
export function ManyPage({ tool, many }: { tool: ToolSummary; many: ManyProps }): JSX.Element {
  const endpoint = `${many.basePath}/api/v1/batch/${tool.name}`;
  return (
    <div class="many-page">
      <IslandPage
        id="many"
        Content={Many}
        props={many}
        title={`${tool.title}: ${getManyTitle(tool).toLowerCase()}`}
        noScript={
          <>
            This page needs JavaScript. The API takes the same table at <code>{endpoint}</code>.
          </>
        }
      >
        A table with a row for each input: columns become fields, and the results come as one file.{" "}
        <a href={many.view.pagePath}>One at a time</a>
      </IslandPage>
    </div>
  );
}

export function RehearsalPage(props: RehearsalProps): JSX.Element {
  return (
    <IslandPage id="rehearsal" Content={Rehearsal} props={props} title="Rehearse a provider">
      Send a signed webhook to a program of yours, as its provider does. This browser sends it;
      payload and secret do not reach the server.
    </IslandPage>
  );
}

interface IslandPageProps<P extends object> {
  id: string;
  Content: ComponentType<P>;
  props: P;
  title: string;
  /** Shown to browsers without scripts, for which the page is empty. */
  noScript?: ComponentChildren;
  /** The introduction below the title. */
  children: ComponentChildren;
}

/** A page of one component that the browser hydrates, below an introduction. */
function IslandPage<P extends object>(page: IslandPageProps<P>): JSX.Element {
  const { id, Content, props, title, noScript, children } = page;
  return (
    <>
      <div class="intro">
        <h1>{title}</h1>
        <p>{children}</p>
      </div>
      {noScript !== undefined && (
        <noscript>
          <p class="problem">{noScript}</p>
        </noscript>
      )}
      <Island id={id} props={props}>
        <Content {...props} />
      </Island>
    </>
  );
}
