import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Alert } from "../../../../form/labels.tsx";
import type { FormModel } from "../../../../form/form-model.ts";
import { useSignal } from "../../../../shell/signal.ts";
import {
  applyLook,
  createLook,
  findLook,
  type Look,
  MAX_LOOK_NAME,
  readLooks,
  writeLooks,
} from "./looks.ts";

export interface LooksProps {
  model: FormModel;
  /** True: the device has some. It loads this part. */
  hasLooks: boolean;
}

/** Saved appearances: applied by a press, and renamed or deleted while they are applied. */
export function Looks({ model }: LooksProps): JSX.Element {
  const { looks, applied, problem, save, remove, undo } = useLooks(model);
  /** The name that is typed; undefined: none is. */
  const draft = useSignal<string | undefined>(undefined);
  return (
    <fieldset class="wide looks scripted">
      <legend>Looks</legend>
      <div class="chips">
        {looks.map((look) => (
          <button
            key={look.name}
            type="button"
            aria-pressed={look === applied}
            onClick={() => model.change(applyLook(model.values.value, look))}
          >
            {look.name}
          </button>
        ))}
        {draft.value === undefined ? (
          <LookActions
            applied={applied}
            edit={() => (draft.value = applied?.name ?? "")}
            remove={remove}
            undo={undo}
          />
        ) : (
          <NameField
            name={draft.value}
            save={(name) => {
              draft.value = undefined;
              save(name);
            }}
            cancel={() => (draft.value = undefined)}
          />
        )}
      </div>
      <Alert text={problem} />
    </fieldset>
  );
}

/** The saved looks, the one that the form has, and what changes them. */
function useLooks(model: FormModel) {
  const looks = useSignal<readonly Look[]>([]);
  const problem = useSignal("");
  /** The looks before the last one was deleted. */
  const deleted = useSignal<readonly Look[] | undefined>(undefined);
  useEffect(() => void (looks.value = readLooks()), []);
  const values = model.values.value;
  const applied = findLook(looks.value, values);
  const store = (next: readonly Look[]) => {
    const isStored = writeLooks(next);
    problem.value = isStored ? "" : "The look was not saved: this browser has no room for it.";
    looks.value = readLooks();
  };
  const save = (name: string) => {
    if (name.trim() === "") return;
    const look = createLook(name, values);
    const others = looks.value.filter((entry) => entry !== applied && entry.name !== look.name);
    store([...others, look]);
  };
  const remove = () => {
    deleted.value = looks.value;
    store(looks.value.filter((entry) => entry !== applied));
  };
  const undo = () => {
    if (deleted.value) store(deleted.value);
    deleted.value = undefined;
  };
  return {
    looks: looks.value,
    applied,
    problem: problem.value,
    save,
    remove,
    undo: deleted.value && undo,
  };
}

interface LookActionsProps {
  applied: Look | undefined;
  edit(): void;
  remove(): void;
  undo: (() => void) | undefined;
}

function LookActions({ applied, edit, remove, undo }: LookActionsProps): JSX.Element {
  return (
    <>
      <button type="button" class="quiet" onClick={edit}>
        {applied ? "Rename" : "Save this look"}
      </button>
      {applied && (
        <button type="button" class="quiet" onClick={remove}>
          Delete
        </button>
      )}
      {undo && !applied && (
        <button type="button" class="quiet" onClick={undo}>
          Undo
        </button>
      )}
    </>
  );
}

interface NameFieldProps {
  name: string;
  save(name: string): void;
  cancel(): void;
}

function NameField({ name, save, cancel }: NameFieldProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const take = () => save(input.current?.value ?? "");
  return (
    <>
      <input
        ref={input}
        type="text"
        aria-label="Name of the look"
        maxLength={MAX_LOOK_NAME}
        defaultValue={name}
        onKeyDown={(event) => {
          if (event.key === "Escape") cancel();
          if (event.key !== "Enter") return;
          // Enter would run the form.
          event.preventDefault();
          take();
        }}
      />
      <button type="button" class="button" onClick={take}>
        Save
      </button>
      <button type="button" class="quiet" onClick={cancel}>
        Cancel
      </button>
    </>
  );
}
