import type { JSX } from "preact";
import { STRENGTHS } from "../../../../domain/password/strength.ts";
import { capitalize } from "../../../../lib/text/capitalize.ts";
import type { PasswordResponse } from "../../../../tools/password/schema.ts";
import { copyText } from "../../../shell/clipboard.ts";
import { ActionButton, Copy } from "../../../shell/Copy.tsx";
import { formatNumber } from "../../../result/number.ts";
import type { ResultViewProps } from "../../kit.ts";
import { FORM_ID } from "../../ToolForm.tsx";

/**
 * Guesses a second of an attacker who has a fast hash of the password. One graphics card makes
 * 2.2e10 SHA-256 a second (hashcat 6.2.6, benchmark of an RTX 4090, 2022).
 */
const GUESSES_PER_SECOND = 1e10;

const YEAR = 31_557_600;

/**
 * Seconds to guess from which each strength counts. The API has fixed bits instead, which call a
 * password of 240,000 years fair.
 */
const MIN_SECONDS = [0, 60, YEAR, 1e3 * YEAR, 1e9 * YEAR] as const;

/**
 * The passwords, each with a copy button, and the time that guessing one takes. Several are printed
 * as slips to cut out, with lines for whom and what each is.
 */
export function Passwords({ response, values }: ResultViewProps): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const { passwords, entropy } = response.content.value as PasswordResponse;
  const isOne = passwords.length === 1;
  return (
    <div class={isOne ? "passwords one" : "passwords"}>
      <ul>
        {passwords.map((password, index) => (
          <li key={index}>
            <code dir="ltr" class={values["type"] === "passphrase" ? "words" : undefined}>
              <Colored text={password} />
            </code>
            {!isOne && <HandoutLines />}
            <Copy text={password} what={isOne ? "the password" : `password ${index + 1}`} />
          </li>
        ))}
      </ul>
      <p class="buttons scripted">
        <button form={FORM_ID} class="button primary">
          Generate again
        </button>
        {!isOne && (
          <>
            <ActionButton
              label={`Copy all ${passwords.length}`}
              done="Copied"
              run={() => copyText(`${passwords.join("\n")}\n`)}
            />
            <button type="button" class="button" onClick={() => print()}>
              Print handouts
            </button>
          </>
        )}
      </p>
      {entropy && <Strength {...entropy} />}
    </div>
  );
}

/** Lines of a printed slip to write on. */
function HandoutLines(): JSX.Element {
  return (
    <p class="handout" aria-hidden="true">
      <span>Name</span> <span>For</span>
    </p>
  );
}

/** A password with digits and signs in colors, so that a 0 is not read as an O. */
function Colored({ text }: { text: string }): JSX.Element {
  const parts = text.match(/\d+|\p{L}+|[^\d\p{L}]+/gu) ?? [];
  return (
    <>
      {parts.map((part, index) => (
        <span key={index} class={/\d/.test(part) ? "digit" : /\p{L}/u.test(part) ? "" : "sign"}>
          {part}
        </span>
      ))}
    </>
  );
}

/** The strength as the time to guess, and that in a word. */
function Strength({ bits }: NonNullable<PasswordResponse["entropy"]>): JSX.Element {
  const level = MIN_SECONDS.findLastIndex((seconds) => getSeconds(bits) >= seconds);
  return (
    <div class={`strength level-${level}`}>
      <p>
        <strong>{capitalize(STRENGTHS[level] ?? "")}</strong>{" "}
        <span class="levels" aria-hidden="true">
          {STRENGTHS.map((name, index) => (
            <i key={name} class={index <= level ? "on" : ""} />
          ))}
        </span>
      </p>
      <p>
        {formatNumber(bits)} bits: {guessTime(bits)} to guess at ten billion tries a second.
      </p>
    </div>
  );
}

const UNITS: readonly [name: string, seconds: number][] = [
  ["year", YEAR],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const NAMED = ["", " thousand", " million", " billion", " trillion"];

/** Returns the average seconds to guess one of 2^bits passwords. */
function getSeconds(bits: number): number {
  return 2 ** (bits - 1) / GUESSES_PER_SECOND;
}

/** Returns the average time to guess one of 2^bits passwords, in words. */
function guessTime(bits: number): string {
  const seconds = getSeconds(bits);
  const [unit, length] = UNITS.find(([, unitSeconds]) => seconds >= unitSeconds) ?? ["second", 1];
  const count = seconds / length;
  if (count < 1) return "less than a second";
  const group = Math.floor(Math.log10(count) / 3);
  if (group >= NAMED.length) return "more than a quadrillion years";
  const rounded = Math.round(count / 1000 ** group);
  return `about ${rounded}${NAMED[group] ?? ""} ${unit}${rounded === 1 && group === 0 ? "" : "s"}`;
}
