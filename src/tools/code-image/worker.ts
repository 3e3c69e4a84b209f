import { type CallContext, serveCalls } from "../../lib/workers/worker-server.ts";
import { drawCode } from "./draw.ts";
import type { CodeImageOptions, RenderResult } from "./renderer.ts";

/** A message from the pool to a worker. */
export interface RenderRequest {
  options: CodeImageOptions;
  /**
   * Time for highlighting and drawing once everything is loaded; default: that of the whole call.
   */
  deadlineMs?: number;
}

function draw(
  { options, deadlineMs }: RenderRequest,
  { restartDeadline }: CallContext,
): Promise<RenderResult> {
  const onPrepared = () => {
    if (deadlineMs !== undefined) restartDeadline(deadlineMs);
  };
  return drawCode(options, onPrepared);
}

// Results are copied: Node 24 cannot transfer pooled buffers, and a copy takes 1% of the rendering
// time.
serveCalls(draw);
