import type { JSX } from "preact";
import type { SignatureVerification } from "../../domain/webhook-signature/verify.ts";
import { Copy } from "../shell/Copy.tsx";
import { formatDuration, formatTime } from "../shell/time.ts";
import { SCHEME_TITLES } from "../../domain/webhook-signature/names.ts";

const WORDS: Record<SignatureVerification["reason"], string> = {
  ok: "Valid",
  "no-header": "No signature header",
  malformed: "Malformed signature",
  mismatch: "Does not match",
  "too-old": "Too old",
  "in-future": "Signed in the future",
};

const UNKNOWN_CAUSE = "Another secret signed this request, or its body was changed on the way.";

/**
 * Returns a result in words and its scheme, such as `Valid` and `GitHub signature`; without a
 * scheme, empty.
 */
export function describeVerdict({
  valid,
  reason,
  scheme,
}: SignatureVerification): [string, string] {
  const title = scheme === null ? undefined : SCHEME_TITLES[scheme];
  const provider = valid ? `${title} signature` : `(${title})`;
  return [WORDS[reason], title === undefined ? "" : provider];
}

interface VerdictProps {
  /** A string is the reason for a missing result. */
  result: SignatureVerification | string;
  /** The time of the check, such as `it arrived`. */
  moment: string;
  /** True: the expected header is shown for valid signatures too. */
  isExpectedShown?: boolean;
}

export function Verdict({ result, moment, isExpectedShown = false }: VerdictProps): JSX.Element {
  if (typeof result === "string") return <p class="problem">{result}</p>;
  const { valid, reason, signedAt, ageSeconds, expected, hints } = result;
  const [words, provider] = describeVerdict(result);
  const reasons = reason === "mismatch" && hints.length === 0 ? [UNKNOWN_CAUSE] : hints;
  return (
    <>
      <p class={valid ? "verdict good" : "verdict bad"}>
        <strong>{words}</strong> <span class="none">{provider}</span>
      </p>
      {reasons.length > 0 && (
        <ul class="hints">
          {reasons.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      <dl class="facts">
        {signedAt !== null && (
          <div>
            <dt>Signed</dt>
            <dd>
              {formatTime(signedAt)}, {describeAge(ageSeconds ?? 0, moment)}
            </dd>
          </div>
        )}
        {(!valid || isExpectedShown) && expected !== null && (
          <div class="long">
            <dt>
              Expected header <Copy text={expected} what="the expected header" />
            </dt>
            <dd>
              <code>{expected}</code>
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}

function describeAge(seconds: number, moment: string): string {
  const length = formatDuration(Math.abs(seconds));
  return seconds < 0 ? `${length} after ${moment}` : `${length} before ${moment}`;
}
