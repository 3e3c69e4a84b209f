import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "../../../shell/signal.ts";
import { Warnings } from "../../../result/Warnings.tsx";
import type { EditorProps } from "../../kit.ts";
import type { PlaygroundState } from "../../state.ts";
import { CodeArea } from "./CodeArea.tsx";
import { EditorFoot } from "./EditorFoot.tsx";

const PATH = "code";

/** The picture, with the code in it as text that can be edited. */
export function PictureEditor({ view, state, isStale }: EditorProps): JSX.Element {
  const stage = useRef<HTMLDivElement>(null);
  const { url, values, layout, focus, blur } = useStage(state, stage);
  const warnings = useExampleWarnings(url);
  const result = state.lastResult.value;
  return (
    <div class="result-body stage-body" data-drop>
      <Suggestion state={state} />
      <div
        ref={stage}
        class="stage"
        data-code-theme={layout?.colors ? "" : values["theme"]}
        style={layout?.colors}
      >
        <div
          class={layout?.draft ? "sheet drafted" : "sheet"}
          data-ready={layout && ""}
          style={layout?.style}
        >
          {url !== "" && (
            <div class={isStale ? "stale" : undefined}>
              <div class="picture">
                <img src={url} alt={view.title} onLoad={warnings.read} />
              </div>
            </div>
          )}
          {layout?.draft}
          <CodeArea state={state} onFocus={focus} onBlur={blur} />
        </div>
      </div>
      <EditorFoot view={view} state={state} isStale={isStale} url={url} />
      {result && <Warnings warnings={[...result.response.warnings, ...warnings.list]} />}
    </div>
  );
}

/** Sets the language that a misspelled name probably means. */
function Suggestion({ state }: { state: PlaygroundState }): JSX.Element | null {
  const result = state.lastResult.value;
  const language = result?.response.headers["X-Code-Language-Suggestion"];
  if (!result || language === undefined) return null;
  return (
    <p class="suggestion scripted">
      <button
        type="button"
        class="button"
        onClick={() => state.model.change({ ...result.values, language })}
      >
        Use {language}
      </button>
    </p>
  );
}

/** Loaded with the first use of the page, because until then the picture is that of the code. */
const loadStage = () => import("./stage.tsx");

/** Lays the code out over the last picture, once the script for that has loaded. */
function useStage(
  { model, lastResult, onBlur }: PlaygroundState,
  stage: { current: HTMLElement | null },
) {
  const script = useSignal<Awaited<ReturnType<typeof loadStage>> | undefined>(undefined);
  const width = useSignal(0);
  const isFocused = useSignal(false);
  const wasFocused = useSignal(false);
  const result = lastResult.value;
  const content = result?.response.content;
  const url = content?.kind === "image" ? content.url : "";
  const values = result && url ? result.values : model.values.value;
  const code = model.values.value[PATH] ?? "";
  const isDrawn = url !== "" && values[PATH] === code;
  const load = () => {
    // Without a network, the next use tries again.
    if (!script.value)
      loadStage().then(
        (loaded) => (script.value = loaded),
        () => undefined,
      );
  };
  useEffect(() => {
    const element = stage.current as HTMLElement;
    new ResizeObserver(() => (width.value = element.clientWidth)).observe(element);
    for (const type of ["pointerover", "focusin"]) addEventListener(type, load);
  }, []);
  useEffect(() => {
    if (!isDrawn) load();
  }, [isDrawn]);
  const area = stage.current?.querySelector("textarea");
  const layout =
    area && width.value > 0
      ? script.value?.layoutStage({
          code,
          values,
          url,
          width: width.value,
          isFocused: isFocused.value,
          wasFocused: wasFocused.value,
          area,
        })
      : undefined;
  const focus = () => (isFocused.value = wasFocused.value = true);
  const blur = () => {
    isFocused.value = false;
    onBlur(PATH);
  };
  return { url, values, layout, focus, blur };
}

/**
 * Lists the warnings of the example, which the browser loads as a picture, so that only its timing
 * can be read.
 */
function useExampleWarnings(url: string) {
  const warnings = useSignal<readonly string[]>([]);
  const read = () => {
    const [entry] = performance.getEntriesByName(new URL(url, location.href).href);
    const timing = (entry as PerformanceResourceTiming | undefined)?.serverTiming?.[0];
    if (timing || warnings.value.length > 0) warnings.value = timing ? [timing.description] : [];
  };
  // The picture may have loaded before the script.
  useEffect(read, [url]);
  return { list: warnings.value, read };
}
