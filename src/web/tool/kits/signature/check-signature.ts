import type { ValidationError } from "../../../../lib/errors.ts";
import type { Tool } from "../../../../tools/define.ts";
import type { runTool } from "../../../../tools/run.ts";
import type { Values } from "../../../form/values.ts";
import { toRequest } from "../../tool-request.ts";
import type { ToolView } from "../../view.ts";

/** The API's own code, bundled for browsers. */
interface ToolModule {
  tool: Tool;
  runTool: typeof runTool;
}

/**
 * Returns true for a public key, which is not secret, and which browsers of two years ago cannot
 * verify with.
 */
export function isPublicKey(secret = ""): boolean {
  return secret.trim().startsWith("whpk_");
}

/**
 * Runs the tool in the browser, so that neither body nor secret is sent. Resolves to undefined for
 * public keys.
 */
export async function checkSignature(
  view: ToolView,
  values: Values,
): Promise<Response | undefined> {
  if (view.script === undefined || isPublicKey(values["secret"])) return undefined;
  const { tool, runTool: run } = (await import(/* @vite-ignore */ view.script)) as ToolModule;
  // The tool declares no resources.
  const context = { now: Date.now } as Parameters<typeof runTool>[2]["context"];
  try {
    const { body } = await run(tool, toRequest(view, values).input, { context });
    return Response.json(body);
  } catch (thrown) {
    const { message, issues } = thrown as ValidationError;
    const errors = issues.map(({ path, message: detail }) => ({
      pointer: `#/${path.join("/")}`,
      detail,
    }));
    return Response.json({ error: message, errors }, { status: 422 });
  }
}
