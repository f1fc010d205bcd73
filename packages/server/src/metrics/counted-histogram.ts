import type { Metric, Registry } from 'prom-client'

export type CountedHistogramOptions = {
  readonly name: string
  readonly help: string
  /** Ascending; what is more than the last one is counted too. */
  readonly buckets: readonly number[]
  readonly registry: Registry
}

type Labels = Readonly<Record<string, string>>
type Series = { readonly labels: Labels; readonly counts: number[]; sum: number }
type Value = { readonly metricName: string; readonly labels: object; readonly value: number }

/** A histogram of what was counted elsewhere: to observe one by one would take longer than counting took the database. */
export class CountedHistogram {
  readonly name: string
  readonly #help: string
  readonly #buckets: readonly number[]
  readonly #series = new Map<string, Series>()

  constructor({ name, help, buckets, registry }: CountedHistogramOptions) {
    this.name = name
    this.#help = help
    this.#buckets = buckets
    // a registry asks for a name and for `get`; its type asks for one of its own classes
    registry.registerMetric(this as unknown as Metric)
  }

  /** `upTo`: one of the buckets, or null for what is more than all of them. Labels come in the same order each time. */
  add(labels: Labels, upTo: number | null, { count, sum }: { readonly count: number; readonly sum: number }): void {
    const key = JSON.stringify(labels)
    const series = this.#series.get(key) ?? { labels, counts: [...this.#buckets, 0].fill(0), sum: 0 }
    this.#series.set(key, series)
    series.counts[upTo === null ? this.#buckets.length : this.#buckets.indexOf(upTo)]! += count
    series.sum += sum
  }

  async get(): Promise<object> {
    const values = [...this.#series.values()].flatMap((series) => this.#values(series))
    return { name: this.name, help: this.#help, type: 'histogram', values }
  }

  #values({ labels, counts, sum }: Series): Value[] {
    let total = 0
    const buckets = counts.map((count, i) => {
      total += count
      return { metricName: `${this.name}_bucket`, labels: { le: this.#buckets[i] ?? '+Inf', ...labels }, value: total }
    })
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: total },
    ]
  }
}
