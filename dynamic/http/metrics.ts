import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { ageSeconds } from '../../data/api/model/feeds/age.ts'
import type { LiveIngest } from '../../data/store/live/intake/live-ingest.ts'

/** Streams of events: how many are open, and how many were cut. */
export interface StreamCounts {
  readonly openCount: number
  readonly cutCount: number
}

/** What Prometheus scrapes from the observer's listener. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Histogram<'endpoint' | 'status'>
  readonly #lines: Counter<'feed' | 'outcome'>

  /** `cacheBytes` returns what each cache holds. */
  constructor(live: LiveIngest, streams: StreamCounts, cacheBytes: () => Readonly<Record<string, number>>) {
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
    this.gauge(
      'observation_batches_pending',
      'Batches of observations that are not durable yet.',
      () => live.pendingBatches,
    )
    this.gauge(
      'nodejs_array_buffers_bytes',
      'Bytes of array buffers, buffers of Node among them.',
      () => process.memoryUsage().arrayBuffers,
    )
    this.gauge('event_streams_open', 'Streams of events that are open.', () => streams.openCount)
    this.gauge(
      'event_streams_cut',
      'Streams cut since the start because their clients read too slowly.',
      () => streams.cutCount,
    )
    this.gauges(
      'cache_bytes',
      'Bytes that the caches of the catalog hold, by cache; MEMORY_MB bounds their sum.',
      'cache',
      cacheBytes,
    )
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

  /** A figure that is read when it is scraped. */
  gauge(name: string, help: string, read: () => number): void {
    const registers = [this.#registry]
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read())
      },
    })
  }

  /** Figures by a label, read together when they are scraped. */
  gauges(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void {
    const registers = [this.#registry]
    new Gauge({
      ...{ name, help, registers },
      labelNames: [label],
      collect() {
        this.reset()
        for (const [value, figure] of Object.entries(read())) this.set({ [label]: value }, figure)
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
