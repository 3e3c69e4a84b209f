import { type JsonValuesInput, readJsonValues } from "./request-values.ts";

/** Reads the values of a request in a worker. */
export default function readValuesInWorker(input: JsonValuesInput): Map<string, string> {
  return readJsonValues(input);
}
