import { findJsonFault, type JsonFault } from "../../lib/text/json-scanner.ts";

/** Maximum nesting, because deeper JSON may overflow the stack of a reader's parser. */
const MAX_DEPTH = 128;

/** JSON text that can be embedded in a response, or the reason why it cannot. */
type JsonText = { json: string } | { error: string };

const FAULTS: Record<JsonFault, string> = {
  invalid: "the body is not valid JSON",
  deep: `the JSON nests deeper than ${MAX_DEPTH}`,
  "many-values": "the JSON has too many values",
  "large-number": "the JSON holds a number beyond a double",
};

/**
 * Validates JSON text and returns it as it was written, without surrounding whitespace, so that
 * large numbers and key order survive. Depth and numbers are limited, so that one sender cannot
 * make an inbox unreadable.
 */
export function validateJsonText(text: string): JsonText {
  const json = trimJson(text);
  if (json === "") return { error: "the body is empty" };
  const fault = findJsonFault(json, { maxDepth: MAX_DEPTH });
  return fault ? { error: FAULTS[fault] } : { json };
}

/**
 * Not a regular expression, because one for the end takes quadratic time on runs of spaces inside
 * the text.
 */
function trimJson(text: string): string {
  // One byte order mark may be ignored (RFC 8259, section 8.1).
  let [start, end] = [text.startsWith("\uFEFF") ? 1 : 0, text.length];
  while (start < end && " \t\r\n".includes(text.charAt(start))) start += 1;
  while (end > start && " \t\r\n".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
