// Where each fault is seen by a machine within a minute, so that nobody has to look for it.
import type { MetricName } from '../../metrics/metric-list.ts'

type OfRuntime =
  | 'process_start_time_seconds'
  | 'process_open_fds'
  | 'process_resident_memory_bytes'
  | 'nodejs_eventloop_lag_seconds'

export type Signal =
  /** A metric of `/metrics` that changes. */
  | {
      readonly metric: MetricName | OfRuntime
      readonly labels?: string
    }
  /** The command, or the start of the service, ends with this exit code and a sentence. */
  | { readonly ends: 'import' | 'serve' | 'backup' }
  /** The client gets a problem of this code. */
  | { readonly problem: string }
  /** A suite or rig shows it; in production nothing changes, since the fault has no effect. */
  | { readonly harmless: true }

const importEnds = { ends: 'import' } as const
const harmless = { harmless: true } as const
const problems = (code: string) => ({ metric: 'http_problems_total', labels: `code="${code}"` }) as const

/** Rows of the faults by number. */
export const seenBy: Readonly<Record<number, Signal>> = {
  1: importEnds,
  2: importEnds,
  3: { metric: 'process_start_time_seconds' },
  4: importEnds,
  5: importEnds,
  6: importEnds,
  7: { metric: 'catalog_opened_timestamp_seconds' },
  8: harmless,
  9: importEnds,
  10: importEnds,
  11: importEnds,
  12: importEnds,
  13: harmless,
  14: { ends: 'serve' },
  15: harmless,
  16: harmless,
  17: harmless,
  18: problems('bad_request'),
  19: { problem: 'unavailable' },
  20: { metric: 'process_start_time_seconds' },
  21: { metric: 'catalog_opened_timestamp_seconds' },
  22: harmless,
  23: harmless,
  24: problems('bad_request'),
  25: { metric: 'process_start_time_seconds' },
  26: { metric: 'process_start_time_seconds' },
  27: problems('unavailable'),
  28: { metric: 'observed_lines_total', labels: 'outcome="duplicate"' },
  29: { metric: 'http_request_duration_seconds', labels: 'endpoint="observations"' },
  30: { metric: 'observed_lines_total', labels: 'outcome="rejected"' },
  31: { metric: 'database_log_bytes' },
  32: { metric: 'observation_age_seconds' },
  33: problems('unavailable'),
  34: { metric: 'process_open_fds' },
  35: { metric: 'process_open_fds' },
  36: problems('unavailable'),
  37: { metric: 'nodejs_eventloop_lag_seconds' },
  38: { metric: 'quota_requests_total', labels: 'outcome="refused"' },
  39: { metric: 'quota_requests_total', labels: 'outcome="allowed"' },
  40: problems('not_found'),
  41: { metric: 'process_resident_memory_bytes' },
  42: problems('invalid_parameter'),
  43: problems('invalid_parameter'),
  44: problems('invalid_parameter'),
  45: problems('not_found'),
  46: harmless,
  47: problems('bad_request'),
  48: harmless,
  49: problems('invalid_parameter'),
  50: problems('unauthenticated'),
  51: problems('insufficient_scope'),
  52: harmless,
  53: problems('unauthenticated'),
  54: problems('bad_request'),
  55: harmless,
  56: harmless,
  57: { ends: 'backup' },
  58: { ends: 'serve' },
  59: { metric: 'observed_lines_total', labels: 'outcome="rejected"' },
  61: { metric: 'database_up' },
}
