import type { JSX } from "preact";
import { useSignal } from "../../../shell/signal.ts";
import type { FieldProps } from "../../../form/form-model.ts";
import { SimpleField } from "../../../form/labels.tsx";

/** The language of a code image, with suggestions of all that can be highlighted. */
export function Language(props: FieldProps): JSX.Element {
  const names = useSignal<string[]>([]);
  // Loaded on focus, because the list is longer than the page.
  const suggest = async () => {
    if (names.value.length > 0) return;
    names.value = await import("./language-names.ts").then(
      ({ loadNames }) => loadNames(),
      () => [],
    );
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
