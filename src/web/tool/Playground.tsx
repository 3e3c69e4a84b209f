import type { ComponentType, JSX } from "preact";
import type { Values } from "../form/values.ts";
import { Result } from "../result/Result.tsx";
import { HeadlineBar } from "./HeadlineBar.tsx";
import type { ExportsProps, ToolKit } from "./kit.ts";
import { ToolForm } from "./ToolForm.tsx";
import { type PlaygroundProps, usePlayground } from "./use-playground.ts";
import type { ToolView } from "./view.ts";

interface PlaygroundViewProps extends PlaygroundProps {
  kit: ToolKit;
  /** Parts whose scripts browsers load on demand. */
  parts: {
    Samples: ComponentType<{ view: ToolView; values: Values }>;
    Exports: ComponentType<ExportsProps>;
  };
}

/** A tool's form, its result, and the same request as code. */
export function Playground({ kit, parts, ...props }: PlaygroundViewProps): JSX.Element {
  const { view } = props;
  const state = usePlayground(props, kit);
  const { lastResult, model } = state;
  const Exports = kit.Exports ?? parts.Exports;
  return (
    <div class="playground">
      <div class="input">
        <ToolForm view={view} state={state} example={props.example} kit={kit} />
        {kit.Extra && <kit.Extra />}
        <HeadlineBar view={view} state={state} kit={kit} />
      </div>
      <div class="outcome">
        <Result view={view} state={state} kit={kit}>
          {lastResult.value && <Exports view={view} shown={lastResult.value} state={state} />}
        </Result>
        <parts.Samples view={view} values={model.values.value} />
      </div>
    </div>
  );
}
