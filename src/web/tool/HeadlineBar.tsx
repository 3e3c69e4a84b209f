import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../shell/signal.ts";
import { isIncomplete, listErrors, summarizeErrors } from "../result/Failure.tsx";
import type { ToolKit } from "./kit.ts";
import type { PlaygroundState } from "./state.ts";
import type { ToolView } from "./view.ts";

interface HeadlineBarProps {
  view: ToolView;
  state: PlaygroundState;
  kit: ToolKit;
}

/**
 * How far a result reaches into the screen before it counts as seen: from above its exports, from
 * below its header.
 */
const MARGIN = "-60px 0px -130px";

/**
 * On narrow screens, a bar at the bottom with the headline, while the form is in view and the
 * result is not.
 */
export function HeadlineBar({ view, state, kit }: HeadlineBarProps): JSX.Element | null {
  /** Points to the result; empty: no bar. */
  const arrow = useSignal("");
  useEffect(() => {
    const result = document.querySelector(".result") as Element;
    const form = document.querySelector(".input") as Element;
    const inView = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          inView[isIntersecting ? "add" : "delete"](target);
        }
        const isAbove = result.getBoundingClientRect().top < 0;
        arrow.value = inView.has(result) || !inView.has(form) ? "" : isAbove ? "↑" : "↓";
      },
      { rootMargin: MARGIN },
    );
    observer.observe(result);
    observer.observe(form);
  }, []);
  if (!arrow.value) return null;
  const { response, lastResult, isWaiting } = state;
  const failure = response.value?.content;
  const isFailure = failure?.kind === "failure";
  const result = lastResult.value;
  const isFailed = isFailure && !isIncomplete(state, failure);
  const text = isFailure
    ? summarizeErrors(listErrors(failure))
    : result && kit.headline?.(result.response, result.values, view);
  const label = isWaiting.value && !view.live ? "Working…" : text;
  if (label === undefined) return null;
  const picture = result?.response.content;
  // The link covers the bar but is no larger than its arrow, so that it is beside the fields and
  // not over them.
  return (
    <div class={isFailed ? "headline-bar failed" : "headline-bar"}>
      {!isFailure && picture?.kind === "image" && <img src={picture.url} alt="" />}
      <span>{label}</span>
      <a href="#result" aria-label="Result">
        {arrow.value}
      </a>
    </div>
  );
}
