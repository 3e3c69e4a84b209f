import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { useSignal } from "../shell/signal.ts";
import { Code } from "../code/Code.tsx";
import type { Values } from "../form/values.ts";
import { Copy } from "../shell/Copy.tsx";
import { readStored, writeStored } from "../shell/storage.ts";
import { TabList } from "../shell/TabList.tsx";
import { LANGUAGE_KEY, LANGUAGES } from "./samples/languages.ts";
import { type Sample, listSamples } from "./samples/list-samples.ts";
import { formatResultUrl, toRequest } from "./tool-request.ts";
import { toPublicText, type ToolView } from "./view.ts";

/** The request of a filled form as code, a tab for each way to send it. */
export function Samples({ view, values }: { view: ToolView; values: Values }): JSX.Element {
  const samples = listToolSamples(view, values);
  const selected = useSignal("curl");
  // A sample can disappear, such as the URL of a form that became too long.
  const chosen = samples.some(({ id }) => id === selected.value) ? selected.value : "curl";
  // A later effect would undo the press of a tab that is repeated after hydration.
  useLayoutEffect(() => {
    selected.value = readStored(LANGUAGE_KEY) ?? "curl";
  }, []);
  const select = (id: string) => {
    selected.value = id;
    if (Object.hasOwn(LANGUAGES, id)) writeStored(LANGUAGE_KEY, id);
  };
  return (
    <section class="panel samples" aria-labelledby="samples-title">
      <header>
        <h2 id="samples-title">In your code</h2>
        <TabList
          aria-labelledby="samples-title"
          titles={Object.fromEntries(samples.map(({ id, title }) => [id, title]))}
          current={chosen}
          panels="sample-"
          select={select}
        />
      </header>
      <p class="endpoint">
        <code>
          <b>{view.methods.join(", ")}</b> {view.apiPath}
        </code>
        {view.limits.map((limit) => (
          <span key={limit}>{limit}</span>
        ))}
      </p>
      {samples.map((sample) => (
        <Panel key={sample.id} sample={sample} isOpen={sample.id === chosen} />
      ))}
    </section>
  );
}

interface PanelProps {
  sample: Sample;
  isOpen: boolean;
}

/** A sample, rendered while it is selected. */
function Panel({ sample, isOpen }: PanelProps): JSX.Element {
  const { id } = sample;
  return (
    <div
      class="sample"
      role="tabpanel"
      id={`sample-${id}`}
      aria-labelledby={`tab-${id}`}
      hidden={!isOpen}
    >
      {isOpen && <SampleCode sample={sample} />}
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
    view.fields.some(({ name, file, kind, advanced }) =>
      kind === "record"
        ? path.startsWith(`${name}.`)
        : path === name && file !== undefined && (file.as !== "text" || advanced),
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
