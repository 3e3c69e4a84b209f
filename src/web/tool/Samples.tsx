import type { JSX } from "preact";
import { useSignal } from "../shell/signal.ts";
import { Code } from "../code/Code.tsx";
import type { Values } from "../form/values.ts";
import { Copy } from "../shell/Copy.tsx";
import { TabList } from "../shell/TabList.tsx";
import { type Sample, listSamples } from "./samples.ts";
import { formatResultUrl, toRequest } from "./tool-request.ts";
import { toPublicText, type ToolView } from "./view.ts";

/** Values of a form up to which samples that are not selected are rendered too. */
const MAX_VALUES = 500;

/** The request of a filled form as code, a tab for each way to send it. */
export function Samples({ view, values }: { view: ToolView; values: Values }): JSX.Element {
  const samples = listToolSamples(view, values);
  const selected = useSignal("curl");
  // A sample can disappear, such as the URL of a form that became too long.
  const chosen = samples.some(({ id }) => id === selected.value) ? selected.value : "curl";
  const isSmall = Object.keys(values).length <= MAX_VALUES;
  return (
    <section class="panel samples" aria-labelledby="samples-title">
      <header>
        <h2 id="samples-title">In your code</h2>
        <TabList
          aria-labelledby="samples-title"
          titles={Object.fromEntries(samples.map(({ id, title }) => [id, title]))}
          current={chosen}
          panels="sample-"
          select={(id) => (selected.value = id)}
        />
      </header>
      {samples.map((sample) => (
        <Panel
          key={sample.id}
          sample={sample}
          isOpen={sample.id === chosen}
          isRendered={isSmall || sample.id === chosen}
        />
      ))}
    </section>
  );
}

interface PanelProps {
  sample: Sample;
  isOpen: boolean;
  isRendered: boolean;
}

function Panel({ sample, isOpen, isRendered }: PanelProps): JSX.Element {
  const { id } = sample;
  return (
    <div
      class="sample"
      role="tabpanel"
      id={`sample-${id}`}
      aria-labelledby={`tab-${id}`}
      hidden={!isOpen}
    >
      {isRendered && <SampleCode sample={sample} />}
    </div>
  );
}

function SampleCode({ sample: { id, title, code } }: { sample: Sample }): JSX.Element {
  return (
    <>
      <Copy text={code} what={id === "link" ? "the link" : `the ${title} sample`} />
      <Code code={code} />
    </>
  );
}

/**
 * Characters of a file's content and of other values that samples show: more would only slow the
 * page down.
 */
const MAX_FILE = 2000;
const MAX_TEXT = 20_000;

/** Returns the values with a stand-in for each long one; the same object when there is none. */
function shortenValues(view: ToolView, values: Values): Values {
  const isFile = (path: string) =>
    view.fields.some(({ name, file, kind }) =>
      kind === "record"
        ? path.startsWith(`${name}.`)
        : path === name && file !== undefined && file.as !== "text",
    );
  const shorter = Object.entries(values).flatMap(([path, text]) => {
    const isLong = text.length > MAX_FILE && (text.length > MAX_TEXT || isFile(path));
    return isLong ? [[path, `${text.slice(0, 40)}…`]] : [];
  });
  return shorter.length > 0 ? { ...values, ...Object.fromEntries(shorter) } : values;
}

function listToolSamples(view: ToolView, form: Values): Sample[] {
  const values = shortenValues(view, form);
  const request = toRequest(view, values);
  return listSamples(
    { ...request, url: view.origin + request.url, needsKey: view.needsKey },
    {
      command: view.name,
      title: view.title,
      resultUrl: formatResultUrl(view, values),
      get link() {
        return `${view.origin}${view.pagePath}#${toPublicText(view, values)}`;
      },
    },
  );
}
