import type { JSX } from "preact";
import { Island } from "../shell/Island.tsx";
import { Details, type DetailsProps } from "./Details.tsx";

/** The page of the user's own details, of clients, and of everything that the device keeps. */
export function DetailsPage(props: DetailsProps): JSX.Element {
  return (
    <>
      <div class="intro">
        <h1>My details</h1>
        <p>
          Enter them once for invoices, agreements, QR codes and PDF files. They stay in this
          browser until a document uses them. <a href={`${props.basePath}/invoices`}>Invoices</a>
        </p>
      </div>
      <noscript>
        <p class="problem">This page needs JavaScript, because the server keeps no details.</p>
      </noscript>
      <Island id="details" props={props}>
        <Details {...props} />
      </Island>
    </>
  );
}
