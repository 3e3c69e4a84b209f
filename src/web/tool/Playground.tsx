import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../shell/signal.ts";
import type { Values } from "../form/values.ts";
import { isIncomplete, listErrors } from "../result/Failure.tsx";
import { toHeadlineText } from "../result/headline.ts";
import { Result } from "../result/Result.tsx";
import type { ExportsProps, ToolKit } from "./kit.ts";
import { ToolForm } from "./ToolForm.tsx";
import type { Playground as State } from "./state.ts";
import { type PlaygroundProps, usePlayground } from "./use-playground.ts";
import type { ToolView } from "./view.ts";

interface Props extends PlaygroundProps {
  kit: ToolKit;
  /** Parts whose scripts browsers load on demand. */
  parts: {
    Samples: ComponentType<{ view: ToolView; values: Values }>;
    Exports: ComponentType<ExportsProps>;
  };
}

/** A tool's form, its result, and the same request as code. */
export function Playground({ kit, parts, ...props }: Props): JSX.Element {
  const { view } = props;
  const state = usePlayground(props, kit);
  const { good, model } = state;
  const Exports = kit.Exports ?? parts.Exports;
  const isReady = useSignal(false);
  useEffect(() => void (isReady.value = true), []);
  return (
    <div class={isReady.value ? "playground ready" : "playground"}>
      <div class="input">
        <ToolForm view={view} state={state} example={props.example} kit={kit} />
        {kit.Extra && <kit.Extra />}
        <HeadlineBar view={view} state={state} kit={kit} />
      </div>
      <div class="outcome">
        <Result view={view} state={state} kit={kit}>
          {good.value && <Exports view={view} shown={good.value} state={state} />}
        </Result>
        <parts.Samples view={view} values={model.values.value} />
      </div>
    </div>
  );
}

/** On narrow screens, a bar at the bottom that shows the headline of a result further down. */
function HeadlineBar({ view, state, kit }: HeadlineBarProps): JSX.Element | null {
  const { response, good, isWaiting } = state;
  const content = response.value?.content;
  const isFailed = content?.kind === "failure" && !isIncomplete(view, state, content);
  const text =
    content?.kind === "failure"
      ? listErrors(view, content)
          .map(({ label = "", text: rule }) => `${label} ${rule}`)
          .join(". ")
      : good.value &&
        (kit.headline?.(good.value.response, good.value.values) ??
          toHeadlineText(view, good.value.response) ??
          "Done");
  if (text === undefined && !isWaiting.value) return null;
  // The link covers the bar but is no larger than its arrow, so that it is beside the fields and not over them.
  return (
    <div class={isFailed ? "headline-bar failed" : "headline-bar"}>
      <span>{isWaiting.value && !view.live ? "Working…" : text}</span>
      <a href="#result" aria-label="Result">
        ↓
      </a>
    </div>
  );
}

interface HeadlineBarProps {
  view: ToolView;
  state: State;
  kit: ToolKit;
}
