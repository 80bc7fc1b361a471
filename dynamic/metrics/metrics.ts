import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type LabelValues } from 'prom-client'
import { metricList, type MetricName } from './metric-list.ts'

/** A value with its labels. */
type Figure = readonly [labels: Readonly<Record<string, string>>, value: number]

/** The value of a metric at the moment of a scrape; undefined if it is unknown. */
type ReadFigures = () => readonly Figure[] | Promise<readonly Figure[]>

/** Metrics that are read when they are scraped. Those without a reader are not exported. */
export type MetricReaders = Readonly<Partial<Record<MetricName, ReadFigures>>>

const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** What Prometheus scrapes from the observer's listener: the metrics of `metric-list.ts`. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Histogram
  readonly #problems: Counter
  readonly #lines: Counter

  constructor(readers: MetricReaders) {
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Histogram({ ...this.#declared('http_request_duration_seconds'), buckets })
    this.#problems = new Counter(this.#declared('http_problems_total'))
    this.#lines = new Counter(this.#declared('observed_lines_total'))
    for (const [name, read] of Object.entries(readers)) this.#export(name as MetricName, read)
  }

  /** `endpoint` is an endpoint's id; `problem` the error code, if the response is a problem. */
  countRequest(endpoint: string, status: number, seconds: number, problem?: string): void {
    this.#requests.observe({ endpoint, status }, seconds)
    if (problem !== undefined) this.countProblem(problem)
  }

  countProblem(code: string): void {
    this.#problems.inc({ code })
  }

  countLines(feed: string, counts: Readonly<Record<'accepted' | 'duplicate' | 'rejected', number>>): void {
    for (const [outcome, count] of Object.entries(counts)) this.#lines.inc({ feed, outcome }, count)
  }

  async text(): Promise<{ body: string; mediaType: string }> {
    return { body: await this.#registry.metrics(), mediaType: this.#registry.contentType }
  }

  #declared(name: MetricName) {
    const [, labelNames, help] = metricList[name]
    return { name, help, labelNames: [...labelNames], registers: [this.#registry] }
  }

  #export(name: MetricName, read: ReadFigures): void {
    const declared = this.#declared(name)
    async function collect(this: Counter | Gauge, add: (labels: LabelValues<string>, value: number) => void) {
      const figures = await read()
      this.reset()
      // Metrics without labels would be 0 now.
      if (figures.length === 0 && declared.labelNames.length === 0) this.remove()
      for (const [labels, value] of figures) add(labels, value)
    }
    if (metricList[name][0] === 'counter') {
      const counter: Counter = new Counter({
        ...declared,
        collect: () => collect.call(counter, (labels, value) => counter.inc(labels, value)),
      })
    } else {
      const gauge: Gauge = new Gauge({
        ...declared,
        collect: () => collect.call(gauge, (labels, value) => gauge.set(labels, value)),
      })
    }
  }
}

/** A figure without labels. */
export const single =
  (read: () => number): ReadFigures =>
  () => [[{}, read()]]

/** Figures by the values of one label. */
export const by =
  (label: string, read: () => Readonly<Record<string, number>>): ReadFigures =>
  () =>
    Object.entries(read()).map(([value, figure]) => [{ [label]: value }, figure])
