import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { ageSeconds } from '../data/api/live/age.ts'
import type { LiveIntake } from '../data/store/live/live-intake.ts'

/** What Prometheus scrapes from the observer's listener. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Histogram<'endpoint' | 'status'>
  readonly #lines: Counter<'feed' | 'outcome'>

  constructor(live: LiveIntake) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from a request to its whole answer, by endpoint.',
      labelNames: ['endpoint', 'status'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    })
    this.#lines = new Counter({
      name: 'observed_lines_total',
      help: 'Lines of observers, by feed and what became of them.',
      labelNames: ['feed', 'outcome'],
      registers,
    })
    new Gauge({
      name: 'observation_batches_pending',
      help: 'Batches of observations that are not durable yet.',
      registers,
      collect() {
        this.set(live.pendingBatches)
      },
    })
    new Gauge({
      name: 'observation_age_seconds',
      help: "Age of each feed's newest observation.",
      labelNames: ['feed'],
      registers,
      async collect() {
        for (const [feed, at] of Object.entries(await live.newest())) this.set({ feed }, ageSeconds(at, live.now()))
      },
    })
  }

  /** `endpoint` is an endpoint's id, or `none`. */
  countRequest(endpoint: string, status: number, seconds: number): void {
    this.#requests.observe({ endpoint, status }, seconds)
  }

  countLines(feed: string, counts: Readonly<Record<'accepted' | 'duplicate' | 'rejected', number>>): void {
    for (const [outcome, count] of Object.entries(counts)) this.#lines.inc({ feed, outcome }, count)
  }

  async text(): Promise<{ body: string; mediaType: string }> {
    return { body: await this.#registry.metrics(), mediaType: this.#registry.contentType }
  }
}
