import { renderedFilesOf, type Endpoint, type CanonicalRequest } from '../model/endpoint.ts'
import type { Values } from '../model/values/params.ts'
import type { Patch } from '../model/patches.ts'

/** The rows for which requests are enumerated: the number of rows in the list, and all ids. */
export interface EnumerableRows {
  readonly total: number
  readonly ids: readonly string[]
}

/** Enumerates the requests of an endpoint that are pre-rendered at a patch. `outputPath` returns a file for each of them. */
export function* staticRequests(
  endpoint: Endpoint,
  patch: Patch | undefined,
  rows: EnumerableRows,
): Generator<CanonicalRequest> {
  const { envelope } = endpoint
  const files = renderedFilesOf(endpoint)
  if (!files) return
  const defaults: Values = Object.fromEntries(
    Object.entries(endpoint.params).map(([name, param]) => [name, param.default]),
  )
  const request = (path: Record<string, string>, values: Values): CanonicalRequest => ({
    endpoint,
    path,
    values: { ...defaults, ...values },
    patch,
    isPinned: patch !== undefined,
    isLegacy: false,
    ignoredParams: [],
  })
  if (files.by === 'row') for (const id of rows.ids) yield request({ id }, {})
  if (files.by === 'whole') yield request({}, {})
  if (files.by === 'value') for (const value of files.values) yield request({}, { [files.param]: value })
  if (files.by !== 'page' || !envelope) return
  for (const limit of new Set([envelope.limits.default, envelope.limits.max])) {
    const pages = Math.max(1, Math.ceil(rows.total / limit))
    for (let page = 1; page <= pages; page += 1)
      yield request({}, envelope.kind === 'page' ? { limit, page } : { limit, after: (page - 1) * limit })
  }
}
