import type { JSX } from "preact";
import type { Values } from "../../../form/values.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { ExportsProps } from "../../kit.ts";
import { fetchResult } from "../../submit.ts";
import type { ToolView } from "../../view.ts";
import { type Need, NeedList, readNeeds } from "./NeedList.tsx";

/** Loaded on first use, because most visits need none. */
const actions = () => import("../../../result/export-actions.ts");

interface DownloadOptions extends ExportsProps {
  /** Saves the response of a format; the default saves its body. */
  save?(response: Response, format: string): Promise<boolean>;
  /** Called after each download. */
  onDownload?(values: Values, format: string): void;
}

/** The downloads of a document. */
interface Downloads {
  /** Returns what is in the form now, because the result may be a moment older. */
  current(): Values;
  /** A button that downloads the document in a format. */
  button(format: string, label: string, style?: string): JSX.Element;
  /** Prints the document that the page shows, unless it is of older values. */
  print(): Promise<boolean>;
  /** The members that the last download lacked; undefined if it succeeded. */
  needs: JSX.Element | undefined;
}

/** Returns the downloads of a document in the formats of its tool. */
export function useDownloads(options: DownloadOptions): Downloads {
  const { view, state, save, onDownload } = options;
  const failed = useSignal<{ format: string; label: string; list: Need[] } | undefined>(undefined);
  const current = () => state.model.values.value;
  const download = async (format: string, label: string) => {
    const values = current();
    const response = await fetchFormat(view, values, format);
    if (!response?.ok) {
      failed.value = { format, label, list: await readNeeds(response, view, values) };
      return false;
    }
    failed.value = undefined;
    await (save ?? saveBody)(response, format);
    onDownload?.(values, format);
    return true;
  };
  const checkAgain = async (format: string, values: Values) => {
    const response = await fetchFormat(view, values, format);
    if (!response || response.status === 429) return undefined;
    return response.ok ? [] : readNeeds(response, view, values);
  };
  const saveBody = async (response: Response) => (await actions()).saveResponse(response, view);
  return {
    current,
    button: (format, label, style = "button") => (
      <ActionButton
        key={label}
        class={style}
        label={label}
        busy="Preparing…"
        done="Downloaded"
        failed="Not possible yet"
        run={() => download(format, label)}
      />
    ),
    print: async () =>
      state.response.value?.content.kind !== "failure" && (await actions()).printDocument(),
    needs: failed.value && (
      <NeedList
        title={failed.value.label.replace(/^Download /, "")}
        list={failed.value.list}
        values={state.model.values}
        check={(values) => checkAgain(failed.value?.format ?? "pdf", values)}
        retry={() => download(failed.value?.format ?? "pdf", failed.value?.label ?? "")}
      />
    ),
  };
}

/** Returns the response in a format; undefined: the server did not respond. */
function fetchFormat(view: ToolView, values: Values, format: string) {
  return fetchResult(view, { ...values, "?format": format }).catch(() => undefined);
}
