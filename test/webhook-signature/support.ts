import { createContext } from "#src/context.js";
import { runTool } from "#src/tools/run.js";
import type { SignatureVerification } from "#src/domain/webhook-signature/verify.js";
import tool from "#src/tools/webhook-signature/tool.js";

/** The time that tests call now: 2026-07-13T00:00:00Z. */
export const NOW_SECONDS = 1_783_900_800;

const context = {
  ...createContext({ offline: true, allowCidrs: [], allowPorts: [], userAgent: "" }),
  now: () => NOW_SECONDS * 1000,
};

/** Runs the tool from unchecked input to the output, as HTTP, MCP and the command line do. */
export async function verify(input: object): Promise<SignatureVerification> {
  const { body } = await runTool(tool, input, { context });
  return body as SignatureVerification;
}
