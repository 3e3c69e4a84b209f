import assert from "node:assert/strict";
import { eventually } from "./eventually.ts";
import { createCaller, postJson } from "./post.ts";

/**
 * Draws a code image until it is highlighted, because the first drawing may miss its deadline on a
 * busy machine: its code is not compiled yet. Each attempt is another client's where the server
 * trusts one proxy.
 */
export function drawHighlighted(url: string, request: object): Promise<Response> {
  return eventually(async () => {
    const response = await postJson(`${url}/api/v1/code-image`, request, createCaller());
    assert.equal(response.status, 200);
    assert.doesNotMatch(response.headers.get("x-code-language") ?? "", /reason=/);
    return response;
  });
}
