import type { JSX } from "preact";
import { Island } from "../shell/Island.tsx";
import { Rehearsal, type RehearsalProps } from "./Rehearsal.tsx";

export function RehearsalPage(props: RehearsalProps): JSX.Element {
  return (
    <>
      <div class="intro">
        <h1>Rehearse a provider</h1>
        <p>
          Send a signed webhook to a program of yours, as its provider does. This browser sends it;
          payload and secret do not reach the server.
        </p>
      </div>
      <Island id="rehearsal" props={props}>
        <Rehearsal {...props} />
      </Island>
    </>
  );
}
