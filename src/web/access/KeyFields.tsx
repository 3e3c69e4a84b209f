import type { JSX } from "preact";

interface KeyFieldsProps {
  /** The scopes to choose from. */
  scopes: readonly string[];
  /** The values of the fields; undefined: the defaults. */
  values: URLSearchParams | undefined;
}

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
      <div class="pair">
        <Field
          name="perDay"
          label="Requests a day"
          value={value("perDay")}
          help="Empty: unlimited."
        />
        <Field
          name="expiresAt"
          label="Expires"
          value={value("expiresAt")}
          help="Such as 2027-01-31T00:00:00Z. Empty: never."
        />
      </div>
      <div class="pair">
        <Field
          name="perMinute"
          label="Requests a minute by tool"
          value={value("perMinute")}
          help="Such as qr=600, pdf=off."
        />
        <Field
          name="networks"
          label="Networks"
          value={value("networks")}
          help="Such as 10.0.0.0/8. Empty: everywhere."
        />
      </div>
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
