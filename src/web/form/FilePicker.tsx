import type { ComponentChildren, JSX, Ref } from "preact";

interface FilePickerProps {
  /** The button's text. */
  children: ComponentChildren;
  /** Called with the chosen files. */
  take(files: File[]): void;
  class?: string;
  accept?: string | undefined;
  multiple?: boolean;
  "aria-label"?: string;
  input?: Ref<HTMLInputElement>;
}

/**
 * A button that opens the dialog of files. Files that are dropped on an element with `data-drop` go
 * to its button.
 */
export function FilePicker({
  children,
  take,
  class: name = "button",
  input = null,
  ...rest
}: FilePickerProps): JSX.Element {
  return (
    <label class={name}>
      {children}
      <input
        {...rest}
        ref={input}
        type="file"
        class="unseen"
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])]);
          // So that the same file can be chosen again after an edit.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
