// The signal by which monitoring detects each fault within a minute.
import type { MetricName } from '../../metrics/metric-list.ts'

type RuntimeMetric =
  | 'process_start_time_seconds'
  | 'process_open_fds'
  | 'process_resident_memory_bytes'
  | 'nodejs_eventloop_lag_seconds'

type Signal =
  /** A metric of `/metrics` that changes. */
  | {
      readonly metric: MetricName | RuntimeMetric
      readonly labels?: string
    }
  /** The command, or the start of the service, fails with a message. */
  | { readonly ends: 'import' | 'serve' | 'backup' }
  /** The client gets a problem with this code. */
  | { readonly problem: string }
  /**
   * The fault has no effect in production for this reason, so nothing reports it; its suite or rig verifies the reason.
   */
  | { readonly harmless: string }

const importEnds = { ends: 'import' } as const
const harmless = (harmless: string): Signal => ({ harmless })
const problems = (code: string) => ({ metric: 'http_problems_total', labels: `code="${code}"` }) as const

/** The signal of each fault row, by row number. */
export const faultSignals: Readonly<Record<number, Signal>> = {
  1: importEnds,
  2: importEnds,
  3: { metric: 'process_start_time_seconds' },
  4: importEnds,
  5: importEnds,
  6: importEnds,
  7: { metric: 'catalog_opened_timestamp_seconds' },
  8: harmless('clients can finish reading what they began to read before an import'),
  9: importEnds,
  10: importEnds,
  11: importEnds,
  12: importEnds,
  13: harmless('the same import elsewhere makes the same bytes'),
  14: { ends: 'serve' },
  15: harmless('every path to an answer gives the same one; a file whose bytes differ from its index is not served'),
  16: harmless('the request is answered like any other, and no answer to other clients changes'),
  17: harmless('headers that are not part of the API change no answer, so such a request looks like any other'),
  18: problems('bad_request'),
  19: { problem: 'unavailable' },
  20: { metric: 'process_start_time_seconds' },
  21: { metric: 'catalog_opened_timestamp_seconds' },
  22: harmless('validators, ranges and encodings are what caches and browsers send all the time'),
  23: harmless('answers to requests with a key are never cached'),
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
  45: problems('bad_request'),
  46: harmless('the name of a host is stored as text or its line is refused; no connection is made'),
  47: problems('bad_request'),
  48: harmless('every expression takes linear time; one that did not would show as nodejs_eventloop_lag_seconds'),
  49: problems('invalid_parameter'),
  50: problems('unauthenticated'),
  51: problems('insufficient_scope'),
  52: harmless('no part of a key is written anywhere; if it were, nothing could recognize it as a key'),
  53: problems('unauthenticated'),
  54: problems('bad_request'),
  55: harmless('a refused sign-in makes no session; its answer is counted by its status'),
  56: harmless('npm refuses it before the service is installed, let alone started'),
  57: { ends: 'backup' },
  58: { ends: 'serve' },
  59: { metric: 'observed_lines_total', labels: 'outcome="rejected"' },
  60: harmless('the row is about the other rows: its suite fails if one is missing in this table'),
  61: { metric: 'database_up' },
}
