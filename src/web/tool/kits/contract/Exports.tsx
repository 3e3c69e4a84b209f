import type { JSX } from "preact";
import { copyText } from "../../../shell/clipboard.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import type { ExportsProps } from "../../kit.ts";
import { fetchResult } from "../../submit.ts";
import { toPublicText } from "../../view.ts";
import { useDownloads } from "../document/use-downloads.tsx";

/** Loaded on first use, because most visits need none. */
const actions = () => import("../../../result/export-actions.ts");

/** The actions on an agreement: PDF, Word, print, Markdown, plain text, link. */
export function ContractExports(props: ExportsProps): JSX.Element {
  const { view } = props;
  const { button, current, print, needs } = useDownloads({
    ...props,
    save: async (response, format) =>
      format === "json"
        ? (await actions()).downloadText(await readContract(response), `${view.name}.txt`)
        : (await actions()).saveResponse(response, view),
  });
  const copy = async () => {
    const response = await fetchResult(view, { ...current(), "?format": "json" });
    return response.ok && copyText(await readContract(response));
  };
  const link = () => `${view.origin}${view.pagePath}#${toPublicText(view, current())}`;
  return (
    <div class="exports">
      {button("pdf", "Download PDF", "button primary")}
      {button("docx", "Download Word")}
      <ActionButton label="Print" done="Printing…" failed="Not possible yet" run={print} />
      <ActionButton label="Copy text" done="Copied" failed="Not possible yet" run={copy} />
      <ActionButton label="Copy link" done="Link copied" run={() => copyText(link())} />
      <details class="formats">
        <summary class="button">More formats</summary>
        <div>
          {button("markdown", "Download Markdown")}
          {button("json", "Download plain text")}
          {button("html", "Download HTML")}
        </div>
      </details>
      {needs}
    </div>
  );
}

/** Returns the agreement as plain text from a JSON response. */
async function readContract(response: Response): Promise<string> {
  const { contract } = (await response.json()) as { contract: string };
  return contract;
}
