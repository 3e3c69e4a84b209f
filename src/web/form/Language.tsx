import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { type FieldProps, SimpleField } from "./FieldView.tsx";

/** The language of a code image, with every one that can be colored as a suggestion. */
export function Language(props: FieldProps): JSX.Element {
  const names = useSignal<string[]>([]);
  // Not before somebody comes to it: the list is longer than the page.
  const suggest = async () => {
    if (names.value.length === 0) names.value = await allNames();
  };
  return (
    <SimpleField {...props} list="languages" onFocus={() => void suggest()}>
      <p class="help">
        <a href="code-image-languages">All languages</a>
      </p>
      <datalist id="languages">
        {names.value.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </SimpleField>
  );
}

interface Known {
  languages: { name: string; aliases: string[] }[];
}

/** Names and aliases; none where the server is out of reach. */
async function allNames(): Promise<string[]> {
  try {
    const response = await fetch("../api/v1/code-image/languages");
    const { languages } = (await response.json()) as Known;
    return languages.flatMap(({ name, aliases }) => [name].concat(aliases));
  } catch {
    return [];
  }
}
