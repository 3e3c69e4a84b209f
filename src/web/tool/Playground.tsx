import type { JSX } from "preact";
import { Result } from "../result/Result.tsx";
import { lazyPart } from "../shell/lazy-part.tsx";
import { HeadlineBar } from "./HeadlineBar.tsx";
import type { ToolKit } from "./kit.ts";
import { loadComponents } from "./load-components.ts";
import { ToolForm } from "./ToolForm.tsx";
import { type PlaygroundProps, usePlayground } from "./use-playground.ts";

const Samples = lazyPart(async () => (await loadComponents()).Samples, { loadOn: "use" });
const AnyExports = lazyPart(async () => (await loadComponents()).Exports, { loadOn: "use" });

interface PlaygroundViewProps extends PlaygroundProps {
  kit: ToolKit;
}

/** A tool's form, its result, and the same request as code. */
export function Playground({ kit, ...props }: PlaygroundViewProps): JSX.Element {
  const { view } = props;
  const state = usePlayground(props, kit);
  const result = state.lastResult.value;
  const Exports = kit.Exports ?? AnyExports;
  return (
    <div class="playground">
      {kit.Lead && <kit.Lead />}
      <div class="input">
        <ToolForm view={view} state={state} example={props.example} kit={kit} />
        <HeadlineBar view={view} state={state} kit={kit} />
      </div>
      <div class="outcome">
        <Result view={view} state={state} kit={kit}>
          {result && (
            <Exports
              view={view}
              result={result}
              state={state}
              content={kit.describe?.(result.response, result.values)}
            />
          )}
        </Result>
        <Samples view={view} values={state.model.values.value} />
      </div>
    </div>
  );
}
