import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Report } from "../../../../tools/einvoice-read/task.ts";
import { useSignal } from "../../../shell/signal.ts";
import type { Source } from "./Messages.tsx";
import { sendInvoice } from "./source.ts";

interface ReadableInvoiceProps {
  report: Report;
  source: Source;
}

/**
 * Every term of the invoice, as the API's page has them: text without links, pictures and scripts.
 * That of the example is closed, because opening the page sends nothing.
 */
export function ReadableInvoice({ report, source }: ReadableInvoiceProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const { file, xml } = source.values;
  const example = useRef(xml);
  const isExample = !file && xml === example.current;
  const isOpen = useSignal(!isExample);
  const problem = useSignal("");
  useEffect(() => {
    // Visitors may open it before the script has arrived.
    if (!isExample || host.current?.closest("details")?.open) isOpen.value = true;
  }, [isExample]);
  useEffect(() => {
    if (!isOpen.value) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      try {
        const sections = await loadSections(source, signal);
        problem.value = "";
        host.current?.replaceChildren(...sections);
      } catch (error) {
        if (!signal.aborted) problem.value = (error as Error).message;
      }
    };
    void load();
    return () => controller.abort();
  }, [report, isOpen.value]);
  return (
    <section class="readable scripted">
      <details
        open={isOpen.value}
        onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
      >
        <summary>The whole invoice</summary>
        {problem.value !== "" && <p class="problem">{problem.value}</p>}
        <div ref={host} dangerouslySetInnerHTML={{ __html: "" }} />
      </details>
    </section>
  );
}

async function loadSections({ view, values }: Source, signal: AbortSignal): Promise<Element[]> {
  const response = await sendInvoice(view, values, { format: "html" }, signal).catch(() => {
    throw new Error("The server did not respond.");
  });
  if (!response.ok) throw new Error("The whole invoice could not be loaded.");
  // Without the styles of that page, which the policy of this one forbids.
  const [, main = ""] = /<main>([^]*)<\/main>/.exec(await response.text()) ?? [];
  const { body } = new DOMParser().parseFromString(main, "text/html");
  // The verdict, messages and attachments are above.
  return [...body.children].filter(
    (element) => !element.matches("header") && !element.querySelector(":scope > ul"),
  );
}
