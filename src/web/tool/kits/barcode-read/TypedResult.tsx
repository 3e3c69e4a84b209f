import type { JSX } from "preact";
import { copyText } from "../../../shell/clipboard.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import { useSignal } from "../../../shell/signal.ts";
import { saveBlob } from "../../../result/export-actions.ts";
import { readTypedText, type TextPart, toHeadline, type TypedText } from "./typed-text.ts";

interface TypedResultProps {
  /** The type of the code. */
  type: string;
  text: string;
}

/** The text of a code as what it is: a network, a contact, an event, an article number. */
export function TypedResult({ type, text }: TypedResultProps): JSX.Element {
  const typed = readTypedText(type, text);
  return (
    <>
      {typed && <p class="none">{typed.title}</p>}
      <p class="code-text" dir="auto">
        {toHeadline(type, text)}
      </p>
      {typed && <TypedParts typed={typed} />}
      {typed && <TypedActions typed={typed} text={text} />}
    </>
  );
}

function TypedParts({ typed }: { typed: TypedText }): JSX.Element {
  return (
    <table>
      <tbody>
        {typed.parts.map((part) => (
          <tr key={part.title}>
            <th scope="row">{part.title}</th>
            <td dir="auto">{part.isSecret ? <Secret part={part} /> : part.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Secret({ part: { title, value } }: { part: TextPart }): JSX.Element {
  const isShown = useSignal(false);
  return (
    <>
      <code>{isShown.value ? value : "••••••••"}</code>{" "}
      <button
        type="button"
        class="quiet scripted"
        aria-pressed={isShown.value}
        onClick={() => (isShown.value = !isShown.value)}
      >
        Show {title.toLowerCase()}
      </button>
    </>
  );
}

interface TypedActionsProps {
  typed: TypedText;
  /** The text of the code. */
  text: string;
}

/** Buttons for the text: open it, save it, copy its password. */
function TypedActions({ typed, text }: TypedActionsProps): JSX.Element | null {
  const { link, file, parts } = typed;
  const secret = parts.find(({ isSecret }) => isSecret);
  if (!secret && !link && !file) return null;
  return (
    <p class="buttons">
      {secret && (
        <ActionButton
          label={`Copy ${secret.title.toLowerCase()}`}
          done="Copied"
          run={() => copyText(secret.value)}
        />
      )}
      {link && (
        <a class="button" href={link.href} rel="noreferrer">
          {link.label}
        </a>
      )}
      {file && (
        <button
          type="button"
          class="button scripted"
          onClick={() => saveBlob(new Blob([text], { type: file.type }), file.name)}
        >
          {file.label}
        </button>
      )}
    </p>
  );
}
