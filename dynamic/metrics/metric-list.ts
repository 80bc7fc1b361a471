// Every metric of the service. This module imports nothing, because pages of the documentation use it too.

interface MetricHelp {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly labels: readonly string[]
  readonly help: string
}

type Declared = readonly [type: MetricHelp['type'], labels: readonly string[], help: string]

/** The metrics that `/metrics` exports in addition to the default metrics of prom-client (`process_*`, `nodejs_*`). */
export const metricList = {
  build_info: ['gauge', ['version', 'node'], 'Versions of this program and of Node: always 1.'],
  http_request_duration_seconds: [
    'histogram',
    ['endpoint', 'status'],
    'Time from the arrival of a request to the end of its response, by endpoint; `none` are requests that no endpoint answers, `observations` those of observers, `metrics` scrapes, `mcp` messages of assistants.',
  ],
  http_problems_total: ['counter', ['code'], 'Answers that are problems, by error code.'],
  http_requests_waiting: [
    'gauge',
    [],
    'Requests that wait because the service is busy with others; those that have waited for a second are refused.',
  ],
  quota_requests_total: [
    'counter',
    ['policy', 'outcome'],
    'Requests that were counted against a quota, by policy and whether they were `allowed` or `refused`.',
  ],
  observation_age_seconds: [
    'gauge',
    ['feed'],
    "Age of each feed's newest observation; while the database does not answer, of the newest that is known.",
  ],
  observed_lines_total: [
    'counter',
    ['feed', 'outcome'],
    'Lines of observers, by feed and outcome: `accepted`, `duplicate` or `rejected`.',
  ],
  observation_batches_pending: [
    'gauge',
    [],
    'Batches of observations that are not durable yet; requests of observers are refused from 8 on.',
  ],
  live_calls_pending: ['gauge', ['thread'], 'Calls that wait for a thread of live data or are being answered there.'],
  market_index_lag_seconds: [
    'gauge',
    [],
    'How long the index of the market took to apply everything that was committed before this scrape.',
  ],
  catalog_info: [
    'gauge',
    ['state', 'patch', 'version'],
    'The state of the catalog that is served, and its current patch: always 1.',
  ],
  catalog_opened_timestamp_seconds: ['gauge', [], 'When the catalog that is served was opened, in seconds since 1970.'],
  catalog_refreshes_total: [
    'counter',
    ['outcome'],
    'Polls of the published tree (with `CATALOG_URL`), by outcome: `switched`, `unchanged` or `refused`.',
  ],
  cache_bytes: ['gauge', ['cache'], 'Bytes that the caches of the catalog hold; `MEMORY_MB` bounds their sum.'],
  database_up: ['gauge', [], 'Whether the database of live data answered this scrape: 1 or 0.'],
  database_log_bytes: [
    'gauge',
    [],
    'Bytes of the write-ahead log of live data in files: beyond 256 MB, a reader has been open for very long, such as a forgotten shell.',
  ],
  redis_up: ['gauge', [], 'Whether quotas are shared through Redis (with `REDIS_URL`): 1 or 0.'],
  event_streams_open: ['gauge', [], 'Streams of events that are open.'],
  event_streams_limit: ['gauge', [], 'Streams of events that may be open (`EVENT_STREAMS`).'],
  event_streams_cut_total: ['counter', [], 'Streams of events that were closed because their clients read too slowly.'],
  exports_open: ['gauge', [], 'Lists that are being sent whole (`format`).'],
  nodejs_array_buffers_bytes: ['gauge', [], 'Bytes of array buffers, including buffers of Node.'],
} as const satisfies Record<string, Declared>

export type MetricName = keyof typeof metricList

/** Returns every metric, in the order of declaration. */
export const metricHelps = (): readonly MetricHelp[] =>
  Object.entries(metricList).map(([name, [type, labels, help]]) => ({ name, type, labels, help }))
