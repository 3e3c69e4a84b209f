import type { JSX } from "preact";
import { isJsonObject, type JsonObject } from "../../lib/text/parse-json.ts";
import { formatMemberName } from "../form/names.ts";
import { isLong, Scalar, TextValue } from "./Scalar.tsx";

/** Any JSON value: members as a description list, lists of objects as tables. */
export function Value({ value, name = "result" }: ValueProps): JSX.Element {
  if (Array.isArray(value)) return <List list={value} name={name} />;
  if (isJsonObject(value)) return <ObjectValue members={value} />;
  if (typeof value === "string") return <TextValue text={value} name={name} />;
  return <Scalar value={value} name={name} />;
}

interface ValueProps {
  value: unknown;
  name?: string;
}

function ObjectValue({ members }: { members: JsonObject }): JSX.Element {
  const entries = Object.entries(members);
  const small = entries.filter(([, value]) => isSmall(value));
  const large = entries.filter(([, value]) => !isSmall(value));
  return (
    <>
      {small.length > 0 && (
        <dl class="members">
          {small.map(([name, value]) => (
            <div key={name}>
              <dt>
                <Label name={name} />
              </dt>
              <dd>
                {isShort(value) ? (
                  <Scalar value={value} name={name} />
                ) : (
                  <Value value={value} name={formatMemberName(name).label} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {large.map(([name, value]) => (
        <section key={name} class="member">
          <h3>{formatMemberName(name).label}</h3>
          <Value value={value} name={formatMemberName(name).label} />
        </section>
      ))}
    </>
  );
}

/** A member's name with its unit. */
function Label({ name }: { name: string }): JSX.Element {
  const { label, unit } = formatMemberName(name);
  return (
    <>
      {label}
      {unit !== undefined && <span class="unit">{` ${unit}`}</span>}
    </>
  );
}

/** Returns true when a value has nothing to show. */
function isEmpty(value: unknown): boolean {
  return (value ?? "") === "" || (Array.isArray(value) && value.length === 0);
}

/** Returns true when a value fits on the line of its name. */
function isSmall(value: unknown): boolean {
  return typeof value === "string" ? !isLong(value) : typeof value !== "object" || value === null;
}

function List({ list, name }: { list: unknown[]; name: string }): JSX.Element {
  if (list.length === 0) return <p class="empty">None.</p>;
  if (list.every(isJsonObject)) return <Table rows={list} name={name} />;
  return (
    <ul class="values">
      {list.map((value, index) => (
        <li key={index}>
          <Value value={value} name={`${name} ${index + 1}`} />
        </li>
      ))}
    </ul>
  );
}

function Table({ rows, name }: { rows: JsonObject[]; name: string }): JSX.Element {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.filter((column) => rows.some((row) => !isEmpty(row[column])));
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={name}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" class={typeof rows[0]?.[column]}>
                <Label name={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column} class={typeof row[column]}>
                  <Cell value={row[column]} name={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ value, name }: { value: unknown; name: string }): JSX.Element {
  if (Array.isArray(value) && !value.some(isJsonObject)) return <>{value.join(", ")}</>;
  if (typeof value === "object" && value !== null) return <Value value={value} />;
  return <Scalar value={value} name={name} />;
}

/** Returns true when a value needs no button that copies it. */
function isShort(value: unknown): boolean {
  return typeof value !== "string" || value.length < 16;
}
