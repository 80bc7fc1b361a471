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
import { by, Metrics, single, type MetricReaders } from './metrics/metrics.ts'
import type { SharedRedis } from './redis/connect-redis.ts'

interface MeasuredParts {
  readonly dataDir: string
  /** Where live data is not in files. */
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

/** The metrics of a service, each read from the part that it describes. */
export const createMetrics = (parts: MeasuredParts): Metrics =>
  new Metrics({ ...partReaders(parts), ...new LiveProbe(parts.live).readers() })

function partReaders(parts: MeasuredParts): MetricReaders {
  const { served, load, limits, streams, eventStreams, exports, build, source, redis, dataDir, database } = parts
  const { version = '', node = '' } = build
  return {
    build_info: () => [[{ version, node }, 1]],
    http_requests_waiting: single(() => load.waiting),
    quota_requests_total: () =>
      [...limits.counts].flatMap(([policy, counts]) =>
        Object.entries(counts).map(([outcome, count]) => [{ policy, outcome }, count] as const),
      ),
    catalog_info: () => [[catalogLabels(served), 1]],
    catalog_opened_timestamp_seconds: single(() => served.current.openedAt / 1000),
    cache_bytes: by('cache', () => served.current.catalog.caches.held()),
    event_streams_open: single(() => streams.openCount),
    event_streams_limit: single(() => eventStreams.total),
    event_streams_cut_total: single(() => streams.cutCount),
    exports_open: single(() => exports.count),
    nodejs_array_buffers_bytes: single(() => process.memoryUsage().arrayBuffers),
    ...(!database && { database_log_bytes: single(() => bytesOf(join(dataDir, `${fileOf(liveStore)}-wal`))) }),
    ...(source && { catalog_refreshes_total: by('outcome', () => source.refreshes) }),
    ...(redis && { redis_up: single(() => Number(redis.isUp)) }),
  }
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function catalogLabels({ current: { catalog } }: ServedCatalog): Readonly<Record<string, string>> {
  const { id = '', version = '' } = catalog.patches.current() ?? {}
  return { state: catalog.state, patch: String(id), version }
}
