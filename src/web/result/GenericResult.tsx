import type { JSX } from "preact";
import { toInput } from "../form/input.ts";
import type { ResultViewProps } from "../tool/kit.ts";
import type { ToolResponse } from "../tool/response.ts";
import type { ToolView } from "../tool/view.ts";
import { ToolHeadline } from "./Headline.tsx";
import { type FormattedHeadline, toHeadline } from "./headline.ts";
import { LongText } from "./Scalar.tsx";
import { Value } from "./Value.tsx";

/** A result of any tool: the members of JSON, an image, a document, a text or a file. */
export function GenericResult({ view, response, values }: ResultViewProps): JSX.Element {
  const { content } = response;
  if (content.kind !== "json") return <Media view={view} response={response} />;
  const headline = toHeadline(view, response);
  return (
    <>
      <ToolHeadline view={view} response={response} />
      <Value value={removeEchoes(content.value, toInput(view.fields, values), headline)} />
    </>
  );
}

function Media({ view, response }: { view: ToolView; response: ToolResponse }): JSX.Element {
  const { content } = response;
  switch (content.kind) {
    case "image":
      return (
        <div class="picture">
          <img src={content.url} alt={view.title} />
        </div>
      );
    case "document":
      return (
        <div class="paper">
          <iframe
            key={content.url}
            src={content.url}
            title={view.title}
            sandbox=""
            loading="lazy"
          />
        </div>
      );
    case "text":
      return <LongText text={content.text} name="text" />;
    default:
      return <p class="file-ready">Your file is ready to download.</p>;
  }
}

/**
 * Removes members that repeat the input or the headline, and warnings, because the page shows them
 * already.
 */
function removeEchoes(
  output: unknown,
  input: object,
  headline: FormattedHeadline | undefined,
): unknown {
  if (typeof output !== "object" || output === null || Array.isArray(output)) return output;
  const sent = input as Record<string, unknown>;
  const isEcho = ([name, value]: [string, unknown]) =>
    name === headline?.member ||
    name === "warnings" ||
    (typeof value !== "object" && sent[name] === value);
  return Object.fromEntries(Object.entries(output).filter((entry) => !isEcho(entry)));
}
