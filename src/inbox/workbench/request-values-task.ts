import { type JsonValuesInput, readJsonValues } from "./request-values.ts";

export default function readValuesInWorker(input: JsonValuesInput): Map<string, string> {
  return readJsonValues(input);
}
