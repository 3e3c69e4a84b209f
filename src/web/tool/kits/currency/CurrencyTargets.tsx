import type { JSX } from "preact";

/** The field of all target currencies. Without a script, the last control with a name counts. */
export function CurrencyTargets({ codes }: { codes: string }): JSX.Element {
  return (
    <noscript>
      <div class="field text">
        <label for="all-targets">Convert to</label>
        <input type="text" id="all-targets" name="to" value={codes} />
        <p class="help">Codes, separated by commas. Empty: all currencies.</p>
      </div>
    </noscript>
  );
}
