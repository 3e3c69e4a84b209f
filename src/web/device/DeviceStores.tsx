import type { JSX } from "preact";
import { formatBytes } from "../../lib/text/format-bytes.ts";
import { useSignal } from "../shell/signal.ts";
import { DeviceFileActions } from "./DeviceFileActions.tsx";
import {
  clearKeys,
  type DeviceStore,
  listStores,
  restoreSnapshot,
  type Snapshot,
  takeSnapshot,
} from "./stores.ts";
import { UndoNotice } from "./UndoNotice.tsx";
import { useStored } from "./use-stored.ts";

/** Everything that pages keep in this browser, each kind with Clear, and all of it as one file. */
export function DeviceStores(): JSX.Element {
  const stores = useSignal<readonly DeviceStore[]>([]);
  const cleared = useSignal<{ title: string; before: Snapshot } | undefined>(undefined);
  useStored(() => (stores.value = listStores()));
  const clear = (title: string, keys: readonly string[]) => {
    cleared.value = { title, before: takeSnapshot() };
    clearKeys(keys);
  };
  const restore = () => {
    if (cleared.value) restoreSnapshot(cleared.value.before);
    cleared.value = undefined;
  };
  return (
    <section class="panel device" id="device" aria-labelledby="device-title">
      <h2 id="device-title">Kept on this device</h2>
      <p class="help">
        In the storage of this browser, for this site. The server has none of it. Export writes all
        of it into one file, for a backup or another device.
      </p>
      <p class="row-of-actions">
        <DeviceFileActions />
      </p>
      <UndoNotice text={cleared.value && `${cleared.value.title} cleared.`} undo={restore} />
      {stores.value.length === 0 ? (
        <p class="none">Nothing yet.</p>
      ) : (
        <ul class="stores">
          {stores.value.map((store) => (
            <Store key={store.key} {...{ store, clear }} />
          ))}
        </ul>
      )}
      {stores.value.length > 1 && (
        <button
          type="button"
          class="quiet"
          onClick={() =>
            clear(
              "Everything",
              stores.value.flatMap(({ keys }) => keys),
            )
          }
        >
          Clear everything
        </button>
      )}
    </section>
  );
}

interface StoreProps {
  store: DeviceStore;
  clear(title: string, keys: readonly string[]): void;
}

function Store({ store, clear }: StoreProps): JSX.Element {
  const { title, content, keys, size } = store;
  return (
    <li>
      <span>
        <strong>{title}</strong>
        {keys.length > 1 && ` (${keys.length})`}
        <small>{content}</small>
      </span>
      <span class="size">{formatBytes(size)}</span>
      <button type="button" aria-label={`Clear ${title}`} onClick={() => clear(title, keys)}>
        Clear
      </button>
    </li>
  );
}
