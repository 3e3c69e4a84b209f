/** A value that is read when metrics are. */
export interface Gauge {
  name: string;
  help: string;
  /** One value, or several by their labels as they are written. */
  value: number | Readonly<Record<string, number>>;
}

/** Counts what happened, by labels whose values are a small set. */
export class Counter {
  readonly #name: string;
  readonly #help: string;
  readonly #counts = new Map<string, number>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  add(labels: Readonly<Record<string, string | number>>, count = 1): void {
    let key = "";
    for (const label in labels) key += `${key && ","}${label}="${labels[label]}"`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  /** Returns its lines of the text format. */
  format(): string[] {
    const lines = [...this.#counts].map(([labels, count]) => `${this.#name}{${labels}} ${count}`);
    return [`# HELP ${this.#name} ${this.#help}`, `# TYPE ${this.#name} counter`, ...lines];
  }
}

/** Returns the lines of a gauge in the text format. */
export function formatGauge({ name, help, value }: Gauge): string[] {
  const series = typeof value === "number" ? [["", value]] : Object.entries(value);
  const lines = series.map(([labels, number]) => `${name}${labels && `{${labels}}`} ${number}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines];
}
