import type { JSX } from "preact";

interface KeyFieldsProps {
  /** The scopes to choose from. */
  scopes: readonly string[];
  /** The values of the fields; undefined: the defaults. */
  values: URLSearchParams | undefined;
}

/** Names, labels and help of the fields that share a line. */
const PAIRS = [
  [
    ["perDay", "Requests a day", "Empty: unlimited."],
    ["expiresAt", "Expires", "Such as 2027-01-31T00:00:00Z. Empty: never."],
  ],
  [
    ["perMinute", "Requests a minute by tool", "Such as qr=600, pdf=off."],
    ["networks", "Networks", "Such as 10.0.0.0/8. Empty: everywhere."],
  ],
] as const;

/** The fields with a key's settings. */
export function KeyFields({ scopes, values }: KeyFieldsProps): JSX.Element {
  const chosen = new Set(values?.getAll("scope") ?? scopes.filter(isDefault));
  const value = (name: string) => values?.get(name) ?? "";
  return (
    <>
      <Field name="name" label="Name" value={value("name")} maxLength={64} required />
      <fieldset>
        <legend>Scopes</legend>
        <div class="boxes">
          {scopes.map((scope) => (
            <label key={scope}>
              <input type="checkbox" name="scope" value={scope} checked={chosen.has(scope)} />
              <code>{scope}</code>
            </label>
          ))}
        </div>
      </fieldset>
      {PAIRS.map((pair, index) => (
        <div key={index} class="pair">
          {pair.map(([name, label, help]) => (
            <Field key={name} {...{ name, label, help }} value={value(name)} />
          ))}
        </div>
      ))}
    </>
  );
}

/** Metrics are for machines, and single tools are covered by all of them. */
function isDefault(scope: string): boolean {
  return scope === "tools:*" || !(scope === "metrics" || scope.startsWith("tools:"));
}

interface FieldProps {
  name: string;
  label: string;
  value: string;
  help?: string;
  required?: boolean;
  maxLength?: number;
}

function Field({ name, label, help, ...props }: FieldProps): JSX.Element {
  const id = `key-${name}`;
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input
        type="text"
        id={id}
        name={name}
        autoComplete="off"
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        {...props}
      />
      {help !== undefined && (
        <span class="help" id={`${id}-help`}>
          {help}
        </span>
      )}
    </p>
  );
}
