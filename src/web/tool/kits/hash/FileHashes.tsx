import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { FilePicker } from "../../../form/FilePicker.tsx";
import { Alert } from "../../../form/labels.tsx";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import { useSignal } from "../../../shell/signal.ts";
import { parseChecksum } from "./checksum.ts";
import { MAX_FILES, useFileQueue } from "./file-queue.ts";

const FileResults = lazyPart(async () => (await import("./FileResults.tsx")).FileResults);

/** Hashes files in the browser: nothing is sent, so their size has no limit. */
export function FileHashes(): JSX.Element {
  const expected = useSignal("");
  const checksum = parseChecksum(expected.value);
  const queue = useFileQueue(checksum?.algorithm);
  const problem = useSignal("");
  const take = (files: File[]) => {
    // Turned off by the lockdown modes of browsers.
    if (typeof WebAssembly === "undefined")
      problem.value = "Turn on WebAssembly in this browser to hash files.";
    else if (queue.add(files) > 0) problem.value = `The list holds at most ${MAX_FILES} files.`;
    else problem.value = "";
  };
  const picker = useRef<HTMLInputElement>(null);
  // Files that were chosen before this script arrived.
  useEffect(() => take([...(picker.current?.files ?? [])]), []);
  return (
    <section class="panel form file-hashes scripted" aria-labelledby="file-hashes-title" data-drop>
      <header>
        <h2 id="file-hashes-title">Check files</h2>
        <p class="help">Hashed in this browser, of any size. Nothing is uploaded.</p>
      </header>
      <div class={queue.rows.length > 0 ? "file-source compact" : "file-source"}>
        <p class="file-picker">
          <FilePicker input={picker} multiple take={take}>
            Choose files
          </FilePicker>
          <span>or drop them here</span>
        </p>
        <CompareField text={expected.value} set={(text) => (expected.value = text)} />
      </div>
      <Alert text={problem.value} />
      {queue.rows.length > 0 && <FileResults queue={queue} checksum={checksum} />}
    </section>
  );
}

interface CompareFieldProps {
  text: string;
  set(text: string): void;
}

/** The field of a checksum, with its error once the text is whole. */
function CompareField({ text, set }: CompareFieldProps): JSX.Element {
  const isWhole = useSignal(false);
  const isWrong = isWhole.value && text.trim() !== "" && !parseChecksum(text);
  const finish = () => (isWhole.value = true);
  return (
    <div class="field text">
      <label for="compare-with">Compare with</label>
      <input
        id="compare-with"
        type="text"
        dir="ltr"
        autoComplete="off"
        spellcheck={false}
        placeholder="Paste a checksum"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? "compare-with-problem" : undefined}
        value={text}
        onInput={({ currentTarget }) => set(currentTarget.value)}
        onPaste={finish}
        onBlur={finish}
      />
      {isWrong && (
        <p class="problem" id="compare-with-problem">
          Not a checksum of MD5, SHA-1, SHA-256, SHA-384, SHA-512 or CRC-32
        </p>
      )}
    </div>
  );
}
