import type { JSX } from "preact";
import type { Answer } from "../tool/answer.ts";
import { sizeText } from "../tool/answer.ts";
import type { ToolView } from "../tool/view.ts";
import { Document } from "./Document.tsx";
import { Failure, refusalsOf } from "./Failure.tsx";
import { HeadlineFigure } from "./HeadlineFigure.tsx";
import { Value } from "./Value.tsx";

/** What a result is made of. */
export interface ResultProps {
  view: ToolView;
  answer: Answer | undefined;
  /** True while a newer answer is on its way. */
  waiting: boolean;
}

/** The answer to what the form holds, and what it cost. */
export function Result({ view, answer, waiting }: ResultProps): JSX.Element {
  return (
    <section class="panel result" aria-labelledby="result-title" aria-busy={waiting}>
      <header>
        <h2 id="result-title">Result</h2>
        <Status view={view} answer={answer} waiting={waiting} />
      </header>
      <div class="result-body">
        {answer ? <Body view={view} answer={answer} /> : <Nothing live={view.live} />}
      </div>
      {answer && <Meter answer={answer} />}
    </section>
  );
}

function Nothing({ live }: { live: boolean }): JSX.Element {
  return (
    <p class="empty">{live ? "The answer appears here." : "Press Run: the answer appears here."}</p>
  );
}

/** What came of it, also for those who hear it: of a refusal each sentence. */
function Status({ view, answer, waiting }: ResultProps): JSX.Element {
  // Where every key asks anew, a word for each would flicker.
  const isWorking = waiting && (!answer || !view.live);
  return (
    <p class="status" role="status">
      {isWorking ? "Working…" : answer && <Figures view={view} answer={answer} />}
    </p>
  );
}

function Figures({ view, answer }: { view: ToolView; answer: Answer }): JSX.Element {
  const { status, durationMs, bytes, content } = answer;
  return (
    <>
      <span class={content.kind === "failure" ? "bad" : "good"}>{status || "No answer"}</span>
      <span>{Math.round(durationMs)} ms</span>
      {status > 0 && <span>{sizeText(bytes)}</span>}
      {content.kind === "failure" && (
        <span class="unseen">
          {refusalsOf(view, content)
            .map(({ label = "", text }) => `${label} ${text}`)
            .join(". ")}
        </span>
      )}
    </>
  );
}

function Body({ view, answer }: { view: ToolView; answer: Answer }): JSX.Element {
  const { content } = answer;
  switch (content.kind) {
    case "failure":
      return <Failure refusals={refusalsOf(view, content)} />;
    case "image":
      return <Picture url={content.url} type={content.type} view={view} />;
    case "pdf":
      return (
        <p>
          <a href={content.url} download={`${view.name}.pdf`}>
            Download PDF
          </a>
        </p>
      );
    case "document":
      return <Document url={content.url} title={view.title} />;
    default:
      return (
        <>
          {view.headline && <HeadlineFigure headline={view.headline} output={content.value} />}
          <Value value={content.value} />
        </>
      );
  }
}

/** An image as large as the panel allows, with a way to keep it. */
function Picture({ url, type, view: { name, title } }: PictureProps): JSX.Element {
  const ending = type.includes("svg") ? "svg" : "png";
  return (
    <figure class="picture">
      <img src={url} alt={title} />
      <figcaption>
        <a href={url} download={`${name}.${ending}`}>
          Download {ending.toUpperCase()}
        </a>
      </figcaption>
    </figure>
  );
}

interface PictureProps {
  url: string;
  type: string;
  view: ToolView;
}

function Meter({ answer }: { answer: Answer }): JSX.Element | null {
  const { count, limit } = answer.usage;
  if (limit === 0) return null;
  return (
    <footer class="usage">
      <label for="usage">
        {count > limit
          ? `${count} requests today; the limit is ${limit}`
          : `${count} of ${limit} requests today`}
      </label>
      <meter id="usage" min={0} max={limit} value={Math.min(count, limit)} />
    </footer>
  );
}
