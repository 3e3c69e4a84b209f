/** A value that is read when metrics are. */
export interface Gauge {
  name: string;
  help: string;
  /** One value, or several by their labels as they are written. */
  value: number | Readonly<Record<string, number>>;
}

type Labels = Readonly<Record<string, string | number>>;

/** Counts what happened, by labels whose values are a small set. */
export class Counter {
  readonly #name: string;
  readonly #help: string;
  readonly #counts = new Map<string, number>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  add(labels: Labels, count = 1): void {
    const key = formatLabels(labels);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  /** Returns its lines of the text format. */
  format(): string[] {
    const lines = [...this.#counts].map(([labels, count]) => `${this.#name}{${labels}} ${count}`);
    return [...formatHead(this.#name, this.#help, "counter"), ...lines];
  }
}

interface Distribution {
  /** Values up to each bound that are above the one before. */
  buckets: number[];
  sum: number;
  count: number;
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

  add(labels: Labels, value: number): void {
    const key = formatLabels(labels);
    const distribution = this.#distributions.get(key) ?? this.#create(key);
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    if (bucket !== -1) distribution.buckets[bucket] = (distribution.buckets[bucket] ?? 0) + 1;
    distribution.sum += value;
    distribution.count += 1;
  }

  #create(key: string): Distribution {
    const distribution = { buckets: this.#bounds.map(() => 0), sum: 0, count: 0 };
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
