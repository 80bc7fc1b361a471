// Where each fault is seen by a machine within a minute, so that nobody has to look for it.
import type { MetricName } from '../../metrics/metric-list.ts'

type OfRuntime =
  | 'process_start_time_seconds'
  | 'process_open_fds'
  | 'process_resident_memory_bytes'
  | 'nodejs_eventloop_lag_seconds'

type Signal =
  /** A metric of `/metrics` that changes. */
  | {
      readonly metric: MetricName | OfRuntime
      readonly labels?: string
    }
  /** The command, or the start of the service, ends with this exit code and a sentence. */
  | { readonly ends: 'import' | 'serve' | 'backup' }
  /** The client gets a problem of this code. */
  | { readonly problem: string }
  /** In production nothing shows it, since it has no effect there, for this reason; its suite or rig shows whether that is still so. */
  | { readonly harmless: string }

const importEnds = { ends: 'import' } as const
const harmless = (harmless: string): Signal => ({ harmless })
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
  8: harmless('what clients began to read before an import is kept for them'),
  9: importEnds,
  10: importEnds,
  11: importEnds,
  12: importEnds,
  13: harmless('the same import elsewhere makes the same bytes; a data folder is imported into in one place'),
  14: { ends: 'serve' },
  15: harmless('whoever answers, the answer is the same; a file with other bytes than its index names is not served'),
  16: harmless('the request is answered as any other, and no answer to anybody else is changed'),
  17: harmless('headers that are not part of the API change no answer, so nothing tells such a request from others'),
  18: problems('bad_request'),
  19: { problem: 'unavailable' },
  20: { metric: 'process_start_time_seconds' },
  21: { metric: 'catalog_opened_timestamp_seconds' },
  22: harmless('validators, ranges and encodings are what caches and browsers send all the time'),
  23: harmless('answers to requests with a key are never stored, so there is none to find in a cache'),
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
  46: harmless('what names a host is stored as text or refused with its line; nothing is connected to'),
  47: problems('bad_request'),
  48: harmless(
    'each expression takes linear time on every text; one that did not would show as nodejs_eventloop_lag_seconds',
  ),
  49: problems('invalid_parameter'),
  50: problems('unauthenticated'),
  51: problems('insufficient_scope'),
  52: harmless('no part of a key is written anywhere; where it would be, nothing could know it for a key'),
  53: problems('unauthenticated'),
  54: problems('bad_request'),
  55: harmless('a sign-in that is refused makes no session; it is one of the answers that are counted by their status'),
  56: harmless('npm refuses it before the service is installed, let alone started'),
  57: { ends: 'backup' },
  58: { ends: 'serve' },
  59: { metric: 'observed_lines_total', labels: 'outcome="rejected"' },
  60: harmless('it is about the others: what a row lacks in this table fails its suite'),
  61: { metric: 'database_up' },
}
