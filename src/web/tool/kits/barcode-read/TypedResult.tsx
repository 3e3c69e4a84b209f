import type { JSX } from "preact";
import { copyText } from "../../../shell/clipboard.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import { useSignal } from "../../../shell/signal.ts";
import { saveBlob } from "../../../result/export-actions.ts";
import type { TextPart, TypedText } from "./typed-text.ts";

/** The parts of a code's text, as what it is: a network, a contact, a link. */
export function TypedParts({ typed }: { typed: TypedText }): JSX.Element {
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

/** What can be done with the text: open it, save it, copy its password. */
export function TypedActions({ typed, text }: TypedActionsProps): JSX.Element {
  const { link, file, parts } = typed;
  const secret = parts.find(({ isSecret }) => isSecret);
  return (
    <>
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
    </>
  );
}
