import type { JSX } from "preact";
import type { Field } from "../../../form/field.ts";
import { Fields } from "../../../form/Fields.tsx";
import type { FormProps } from "../../kit.ts";

/** Help in fewer words than the API's descriptions. Fields that are not here keep theirs. */
const HELP: Readonly<Record<string, string>> = {
  text: "Its UTF-8 bytes exactly as typed, at most 1 MiB.",
  algorithm: "",
  all: "MD5, SHA-1, SHA-256, SHA-384 and SHA-512.",
  encoding: "",
  expected: "Compared with the hash of the algorithm.",
};

/**
 * The form of a text's hash. Files have a panel of their own below, where their size has no limit.
 */
export function HashForm({ view, model }: FormProps): JSX.Element {
  return <Fields fields={view.fields.map(shorten)} model={model} />;
}

function shorten({ file: _file, help: own, ...field }: Field): Field {
  const help = HELP[field.name] ?? own ?? "";
  return help === "" ? field : { ...field, help };
}
