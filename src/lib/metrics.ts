/** A value that is read when metrics are. */
export interface Gauge {
  name: string;
  help: string;
  /** One value, or several by their labels as they are written. */
  value: number | Readonly<Record<string, number>>;
}

type Labels = Readonly<Record<string, string | number>>;

export interface Count {
  /** Events with the same labels. */
  count: number;
}

/** Counts what happened, by labels whose values are a small set. */
export class Counter {
  readonly #name: string;
  readonly #help: string;
  readonly #counts = new Map<string, Count>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  add(labels: Labels, count = 1): void {
    this.get(labels).count += count;
  }

  /** Returns the count of these labels, to add to without looking it up again. */
  get(labels: Labels): Count {
    const key = formatLabels(labels);
    const entry = this.#counts.get(key) ?? { count: 0 };
    this.#counts.set(key, entry);
    return entry;
  }

  /** Returns its lines of the text format. */
  format(): string[] {
    const lines = [...this.#counts].map(
      ([labels, { count }]) => `${this.#name}{${labels}} ${count}`,
    );
    return [...formatHead(this.#name, this.#help, "counter"), ...lines];
  }
}

/** Values with the same labels. */
export class Distribution {
  readonly #bounds: readonly number[];
  /** The number of values up to each bound that are above the one before. */
  readonly buckets: number[];
  sum = 0;
  count = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.buckets = bounds.map(() => 0);
  }

  add(value: number): void {
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    if (bucket !== -1) this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1;
    this.sum += value;
    this.count += 1;
  }
}

/** Counts values in buckets, by labels whose values are a small set. */
export class Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #distributions = new Map<string, Distribution>();

  /** `bounds`: the upper bounds of the buckets, ascending. */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name;
    this.#help = help;
    this.#bounds = bounds;
  }

  /** Returns the values of these labels, to add to. */
  get(labels: Labels): Distribution {
    const key = formatLabels(labels);
    const distribution = this.#distributions.get(key) ?? new Distribution(this.#bounds);
    this.#distributions.set(key, distribution);
    return distribution;
  }

  /** Returns its lines of the text format. */
  format(): string[] {
    const lines = [...this.#distributions].flatMap(([labels, { buckets, sum, count }]) => {
      const formatBucket = (bound: number | string | undefined, values: number) =>
        `${this.#name}_bucket{${labels},le="${bound}"} ${values}`;
      let below = 0;
      return buckets
        .map((values, index) => formatBucket(this.#bounds[index], (below += values)))
        .concat(
          formatBucket("+Inf", count),
          `${this.#name}_sum{${labels}} ${sum}`,
          `${this.#name}_count{${labels}} ${count}`,
        );
    });
    return [...formatHead(this.#name, this.#help, "histogram"), ...lines];
  }
}

function formatLabels(labels: Labels): string {
  let text = "";
  for (const label in labels) text += `${text && ","}${label}="${labels[label]}"`;
  return text;
}

function formatHead(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** Returns the lines of a gauge in the text format. */
export function formatGauge({ name, help, value }: Gauge): string[] {
  const series = typeof value === "number" ? [["", value]] : Object.entries(value);
  const lines = series.map(([labels, number]) => `${name}${labels && `{${labels}}`} ${number}`);
  return [...formatHead(name, help, "gauge"), ...lines];
}
