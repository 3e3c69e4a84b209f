import type { ComponentChildren, JSX } from "preact";
import { formatBytes } from "../../lib/text/format-bytes.ts";
import type { ToolKit } from "../tool/kit.ts";
import type { ToolResponse } from "../tool/response.ts";
import type { PlaygroundState } from "../tool/state.ts";
import type { ToolView } from "../tool/view.ts";
import { Warnings } from "./Warnings.tsx";
import { Failure, formatErrors, isIncomplete, listErrors } from "./Failure.tsx";

interface ResultProps {
  view: ToolView;
  state: PlaygroundState;
  kit: ToolKit;
  children: ComponentChildren;
}

/** The last result with its headline, and the errors of the form since then. */
export function Result({ view, state, kit, children }: ResultProps): JSX.Element {
  const response = state.response.value;
  const result = state.lastResult.value;
  const failure = response?.content.kind === "failure" ? response.content : undefined;
  const isCalm = Boolean(failure && isIncomplete(state, failure));
  const isWaiting = state.isWaiting.value;
  const isStale = Boolean(failure && result);
  // Inert, so that the files of a result are not taken for those of the form.
  const exports = <div inert={isStale && !kit.exportsForm}>{children}</div>;
  return (
    <section id="result" class="panel result" aria-labelledby="result-title" aria-busy={isWaiting}>
      <header>
        <h2 id="result-title">Result</h2>
        <Status view={view} response={response} isWaiting={isWaiting} isCalm={isCalm} />
      </header>
      {kit.exportsFirst && exports}
      {failure && (
        <Failure errors={listErrors(failure)} isCalm={isCalm}>
          {isStale && <p>Previous result: correct the form first.</p>}
        </Failure>
      )}
      {isWaiting && !view.live && kit.Waiting && <kit.Waiting cancel={state.cancel} />}
      {kit.Editor ? (
        <kit.Editor view={view} state={state} isStale={isStale} />
      ) : (
        <ResultBody view={view} state={state} kit={kit} />
      )}
      {!kit.exportsFirst && exports}
      {response && view.showsQuota && <Quota response={response} />}
    </section>
  );
}

/** Status, duration and size, and for screen readers each error. */
function Status({ view, response, isWaiting, isCalm }: StatusProps): JSX.Element {
  // Tools that update on input would flicker with every key.
  const isWorking = isWaiting && (!response || !view.live);
  return (
    <p class="status" role="status">
      {isWorking ? "Working…" : response && <Figures response={response} isCalm={isCalm} />}
    </p>
  );
}

interface StatusProps {
  view: ToolView;
  response: ToolResponse | undefined;
  isWaiting: boolean;
  /** True: the form is only incomplete. */
  isCalm: boolean;
}

function Figures({ response, isCalm }: FiguresProps): JSX.Element {
  const { status, durationMs, bytes, content } = response;
  return (
    <>
      {!isCalm && (
        <span class={content.kind === "failure" ? "bad" : "good"}>{status || "No response"}</span>
      )}
      {durationMs > 0 && <span>{`${Math.round(durationMs)} ms`}</span>}
      {bytes > 0 && <span>{formatBytes(bytes)}</span>}
      {content.kind === "failure" && (
        <span class="unseen">{formatErrors(listErrors(content))}</span>
      )}
    </>
  );
}

type FiguresProps = Pick<StatusProps, "isCalm"> & { response: ToolResponse };

/** The last result, or what is shown until there is one. */
function ResultBody({ view, state, kit }: Omit<ResultProps, "children">): JSX.Element | null {
  const isFailed = state.response.value?.content.kind === "failure";
  const result = state.lastResult.value;
  if (!result) return isFailed ? null : <EmptyResult view={view} kit={kit} />;
  const { response, values } = result;
  return (
    <fieldset
      class={isFailed ? "result-body stale" : "result-body"}
      disabled={isFailed && !kit.hasControls}
    >
      <Warnings warnings={response.warnings} />
      {kit.Result && (
        <kit.Result view={view} response={response} values={values} model={state.model} />
      )}
    </fieldset>
  );
}

function EmptyResult({ view, kit }: Pick<ResultProps, "view" | "kit">): JSX.Element {
  return (
    <div class="result-body">
      {kit.Empty ? (
        <kit.Empty />
      ) : (
        <p class="empty">
          {view.live ? "The result appears here." : "Run the tool to see the result."}
        </p>
      )}
    </div>
  );
}

function Quota({ response }: { response: ToolResponse }): JSX.Element | null {
  const { count, limit } = response.usage;
  if (limit === 0) {
    // As high as the figures that take its place, so that the first of them moves nothing.
    return response.status === 200 ? (
      <footer class="usage">The example uses no API call.</footer>
    ) : null;
  }
  return (
    <footer class="usage">
      <label for="usage">
        {Math.min(count, limit)} of {limit} API calls today
      </label>
      <meter id="usage" min={0} max={limit} value={Math.min(count, limit)} />
    </footer>
  );
}
