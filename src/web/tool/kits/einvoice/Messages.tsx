import type { JSX } from "preact";
import type { Message } from "../../../../tools/einvoice-read/judge.ts";
import type { Report } from "../../../../tools/einvoice-read/task.ts";
import type { Values } from "../../../form/values.ts";
import { useSignal } from "../../../shell/signal.ts";
import type { ToolView } from "../../view.ts";
import { readXmlLines } from "./source.ts";

/** The invoice that a result is of. */
export interface Source {
  view: ToolView;
  values: Values;
}

const SEVERITIES = [
  ["fatal", "Errors"],
  ["warning", "Warnings"],
  ["information", "Information"],
] as const;

interface MessagesProps {
  report: Report;
  source: Source;
}

/** The broken rules by severity, each with its place in the XML. */
export function Messages({ report, source }: MessagesProps): JSX.Element {
  const { messages, truncated } = report;
  return (
    <>
      {SEVERITIES.map(([severity, title]) => {
        const list = messages.filter((message) => message.severity === severity);
        return list.length === 0 ? null : (
          <section key={severity} class={`messages ${severity}`}>
            <h3>{title}</h3>
            <ul>
              {list.map((message) => (
                <li key={`${message.rule} ${message.location}`}>
                  <b>{message.rule}</b> {message.text}
                  <Place message={message} source={source} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {truncated && <p class="help">Further messages are left out.</p>}
    </>
  );
}

/** Lines before and after that of a message. */
const AROUND = 2;
/** Characters of a line, because some files have only one. */
const MAX_LENGTH = 400;

/** The place of a message; opened, it shows the lines of the XML around it. */
function Place({ message, source }: { message: Message; source: Source }): JSX.Element {
  const lines = useSignal<readonly string[] | undefined>(undefined);
  const { line, location } = message;
  const open = async () => {
    lines.value ??= await readXmlLines(source.view, source.values).catch(() => [
      "The server did not respond.",
    ]);
  };
  const first = Math.max(1, line - AROUND);
  const excerpt = lines.value?.slice(first - 1, line + AROUND) ?? [];
  return (
    <details class="place" onToggle={({ currentTarget }) => currentTarget.open && void open()}>
      <summary>
        Line {line}: <code>{location}</code>
      </summary>
      <pre tabIndex={0} aria-label={`XML around line ${line}`}>
        {excerpt.map((text, index) => (
          <Line key={index} number={first + index} isMarked={first + index === line} text={text} />
        ))}
      </pre>
    </details>
  );
}

interface LineProps {
  number: number;
  isMarked: boolean;
  text: string;
}

function Line({ number, isMarked, text }: LineProps): JSX.Element {
  const shortened = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  const content = `${String(number).padStart(4)}  ${shortened}\n`;
  return isMarked ? <mark>{content}</mark> : <>{content}</>;
}
