import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileOf } from '../data/store/dialect/open-store.ts'
import { liveStore } from '../data/store/live/rows/migrations.ts'
import type { LiveIngest } from '../data/store/live/intake/live-ingest.ts'
import type { CatalogSource } from './catalog/generation.ts'
import type { ServedCatalog } from './catalog/served-catalog.ts'
import type { EventStreams } from './events/event-streams.ts'
import type { LoadShedder } from './gate/load-shedder.ts'
import type { ConnectionLimits, OpenConnections } from './gate/open-connections.ts'
import type { RateLimits } from './gate/rate-limits.ts'
import { LiveProbe } from './metrics/live-probe.ts'
import { labeledBy, Metrics, unlabeled, type MetricReaders } from './metrics/metrics.ts'
import type { SharedRedis } from './redis/connect-redis.ts'

interface MeasuredParts {
  readonly dataDir: string
  /** Set if live data is in a database server, not in files. */
  readonly database?: object | undefined
  readonly live: LiveIngest
  readonly served: ServedCatalog
  readonly load: LoadShedder
  readonly limits: RateLimits
  readonly streams: EventStreams
  readonly eventStreams: ConnectionLimits
  readonly exports: OpenConnections
  readonly build: Readonly<Record<string, string>>
  readonly source?: CatalogSource | undefined
  readonly redis?: SharedRedis | undefined
}

/** Creates the metrics of a service, which are read from its parts at each scrape. */
export const createMetrics = (parts: MeasuredParts): Metrics =>
  new Metrics({ ...partReaders(parts), ...new LiveProbe(parts.live).readers() })

function partReaders(parts: MeasuredParts): MetricReaders {
  const { served, load, limits, streams, eventStreams, exports, build, source, redis, dataDir, database } = parts
  const { version = '', node = '' } = build
  return {
    build_info: () => [[{ version, node }, 1]],
    http_requests_waiting: unlabeled(() => load.waiting),
    quota_requests_total: () =>
      [...limits.counts].flatMap(([policy, counts]) =>
        Object.entries(counts).map(([outcome, count]) => [{ policy, outcome }, count] as const),
      ),
    catalog_info: () => [[catalogLabels(served), 1]],
    catalog_opened_timestamp_seconds: unlabeled(() => served.current.openedAt / 1000),
    cache_bytes: labeledBy('cache', () => served.current.catalog.caches.usedBytes()),
    event_streams_open: unlabeled(() => streams.openCount),
    event_streams_limit: unlabeled(() => eventStreams.total),
    event_streams_cut_total: unlabeled(() => streams.cutCount),
    exports_open: unlabeled(() => exports.count),
    nodejs_array_buffers_bytes: unlabeled(() => process.memoryUsage().arrayBuffers),
    ...(!database && { database_log_bytes: unlabeled(() => bytesOf(join(dataDir, `${fileOf(liveStore)}-wal`))) }),
    ...(source && { catalog_refreshes_total: labeledBy('outcome', () => source.refreshes) }),
    ...(redis && { redis_up: unlabeled(() => Number(redis.isUp)) }),
  }
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function catalogLabels({ current: { catalog } }: ServedCatalog): Readonly<Record<string, string>> {
  const { id = '', version = '' } = catalog.patches.current() ?? {}
  return { state: catalog.state, patch: String(id), version }
}
