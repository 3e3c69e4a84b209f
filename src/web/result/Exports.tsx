import type { JSX } from "preact";
import { useSignal } from "../shell/signal.ts";
import { Code } from "../code/Code.tsx";
import { formatLabel } from "../form/label.ts";
import { getOptionTitle } from "../form/names.ts";
import type { Values } from "../form/values.ts";
import { copyText } from "../shell/clipboard.ts";
import { ActionButton } from "../shell/Copy.tsx";
import type { ExportsProps } from "../tool/kit.ts";
import type { DisplayedResult } from "../tool/state.ts";
import { formatResultUrl, getExtension } from "../tool/tool-request.ts";
import { listSecrets, toPublicText, type ToolView } from "../tool/view.ts";
import { toDownloadName } from "./download-name.ts";

/** The actions on a result: copy, download, link. Each is named for what it does. */
export function Exports(props: ExportsProps): JSX.Element {
  const { view, result } = props;
  const { content } = result.response;
  const withheld = findWithheld(view, result.values);
  const formatLink = () => `${view.origin}${view.pagePath}#${toPublicText(view, result.values)}`;
  return (
    <div class="exports">
      {content.kind === "image" && <ImageExports {...props} />}
      {content.kind === "file" && (
        <a class="button" href={content.url} download={content.name}>
          Download {formatExtension(content.name)}
        </a>
      )}
      {content.kind === "document" && (
        <ActionButton
          label="Print"
          done="Printing…"
          run={async () => (await actions()).printDocument()}
        />
      )}
      {content.kind === "text" && <TextExports text={content.text} name={content.name} />}
      {content.kind === "json" && (
        <TextExports
          text={JSON.stringify(content.value, null, 2)}
          name={`${view.name}.json`}
          kind="JSON"
        />
      )}
      {content.kind !== "image" && <OtherFormats view={view} result={result} />}
      {view.fields.length > 0 && (
        <ActionButton
          label="Copy link"
          done={withheld === undefined ? "Link copied" : `Link copied, without the ${withheld}`}
          run={() => copyText(formatLink())}
        />
      )}
      {content.kind === "json" && <RawJson value={content.value} />}
    </div>
  );
}

/** Formats that have buttons of their own; the others are in a list. */
const MAX_BUTTONS = 2;

/** Downloads of the same result in the tool's other formats. */
function OtherFormats({
  view,
  result,
}: {
  view: ToolView;
  result: DisplayedResult;
}): JSX.Element | null {
  const field = [...view.query, ...view.fields].find(({ media }) => media);
  if (!field) return null;
  const current = result.values[field.name] || field.options?.[0];
  const others = (field.options ?? []).filter((format) => format !== current && format !== "json");
  // PDF first, because it is what most people send.
  const formats = others.toSorted((a, b) => Number(b === "pdf") - Number(a === "pdf"));
  const button = (format: string) => (
    <ActionButton
      key={format}
      label={`Download ${field.titles?.[format] ?? getOptionTitle(format)}`}
      busy="Preparing…"
      done="Downloaded"
      failed="Not downloaded"
      run={async () => (await actions()).downloadAs(view, result.values, { [field.name]: format })}
    />
  );
  return (
    <>
      {formats.slice(0, MAX_BUTTONS).map(button)}
      {formats.length > MAX_BUTTONS && (
        <details class="formats">
          <summary class="button">More formats</summary>
          <div>{formats.slice(MAX_BUTTONS).map(button)}</div>
        </details>
      )}
    </>
  );
}

/**
 * The response as JSON. It is created when opened, because a large one would slow every update
 * down.
 */
function RawJson({ value }: { value: unknown }): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <details
      class="raw scripted"
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>JSON response</summary>
      {isOpen.value && <Code code={JSON.stringify(value, null, 2)} />}
    </details>
  );
}

/** Loaded on first use, because most visits need none. */
const actions = () => import("./export-actions.ts");

function TextExports({ text, name, kind = "text" }: TextExportsProps): JSX.Element {
  return (
    <>
      <ActionButton
        label={`Download ${formatExtension(name)}`}
        done="Downloaded"
        run={async () => (await actions()).downloadText(text, name)}
      />
      <ActionButton label={`Copy ${kind}`} done="Copied" run={() => copyText(text)} />
    </>
  );
}

interface TextExportsProps {
  text: string;
  name: string;
  kind?: string;
}

function ImageExports(props: ExportsProps): JSX.Element | null {
  const { view, result, state } = props;
  const { content } = result.response;
  if (content.kind !== "image") return null;
  const { url, type } = content;
  const name = toDownloadName(props.content ?? "") || view.name;
  const namedView = { ...view, name };
  const extension = getExtension(type) ?? "png";
  const address = formatResultUrl(view, result.values);
  return (
    <>
      <a class="button primary" href={url} download={`${name}.${extension}`}>
        Download {extension.toUpperCase()}
      </a>
      <OtherFormats view={namedView} result={result} />
      <ActionButton
        label="Copy image"
        done="Copied"
        run={async () => (await actions()).copyImage(state)}
      />
      {extension === "svg" && (
        <ActionButton
          label="Copy SVG"
          done="Copied"
          run={async () => (await actions()).copySvg(state)}
        />
      )}
      {address !== undefined && (
        <>
          <ActionButton
            label="Copy <img>"
            done="Copied"
            run={() =>
              copyText(`<img src="${address.replaceAll("&", "&amp;")}" alt="${view.title}">`)
            }
          />
          <ActionButton
            label="Copy Markdown"
            done="Copied"
            run={() => copyText(`![${view.title}](${address})`)}
          />
        </>
      )}
    </>
  );
}

function formatExtension(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1).toUpperCase();
}

/** Returns the label of the first secret that the values have and links withhold. */
function findWithheld({ fields }: ToolView, values: Values): string | undefined {
  const path = listSecrets(fields).find((secret) => values[secret]);
  return path && formatLabel(fields, path)?.split(": ").at(-1)?.toLowerCase();
}
