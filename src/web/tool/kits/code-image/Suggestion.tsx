import type { JSX } from "preact";
import type { PlaygroundState } from "../../state.ts";

/** Sets the language that a misspelt name probably means. */
export function Suggestion({ state }: { state: PlaygroundState }): JSX.Element | null {
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
