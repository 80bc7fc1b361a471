import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type LabelValues } from 'prom-client'
import { metricList, type MetricName } from './metric-list.ts'

/** A value with its labels. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

/** Reads the samples of a metric when it is scraped; none if its value is unknown. */
type ReadSamples = () => readonly Sample[] | Promise<readonly Sample[]>

/** Metrics that are read when they are scraped. Those without a reader are not exported. */
export type MetricReaders = Readonly<Partial<Record<MetricName, ReadSamples>>>

const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** The metrics of `metric-list.ts`, which Prometheus scrapes from the observer's listener. */
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

  /** Counts a request. `endpoint` is the id of its endpoint, `problem` the error code if the response is a problem. */
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

  /** Resolves to the metrics in the text format of Prometheus. */
  async text(): Promise<{ body: string; mediaType: string }> {
    return { body: await this.#registry.metrics(), mediaType: this.#registry.contentType }
  }

  #declared(name: MetricName) {
    const [, labelNames, help] = metricList[name]
    return { name, help, labelNames: [...labelNames], registers: [this.#registry] }
  }

  #export(name: MetricName, read: ReadSamples): void {
    const declared = this.#declared(name)
    async function collect(this: Counter | Gauge, add: (labels: LabelValues<string>, value: number) => void) {
      const samples = await read()
      this.reset()
      // `reset` sets a metric without labels to 0, so it would be exported.
      if (samples.length === 0 && declared.labelNames.length === 0) this.remove()
      for (const [labels, value] of samples) add(labels, value)
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

/** Reads a metric without labels. */
export const unlabeled =
  (read: () => number): ReadSamples =>
  () => [[{}, read()]]

/** Reads a metric with one label: a sample for each value of the label. */
export const labeledBy =
  (label: string, read: () => Readonly<Record<string, number>>): ReadSamples =>
  () =>
    Object.entries(read()).map(([labelValue, value]) => [{ [label]: labelValue }, value])
