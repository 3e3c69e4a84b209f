import type { JSX } from "preact";
import { Fields } from "../../../form/Fields.tsx";
import type { FormProps } from "../../kit.ts";
import { Images } from "./Images.tsx";

/** The form of a PDF: its text, its images, and advanced fields. */
export function MarkdownForm({ view, model }: FormProps): JSX.Element {
  const text = view.fields.filter(({ name }) => name === "markdown");
  const settings = view.fields.filter(({ name }) => name !== "markdown" && name !== "images");
  return (
    <>
      <Fields fields={text} model={model} />
      <Images model={model} />
      <Fields fields={settings} model={model} isCompact />
    </>
  );
}
