import { integer } from '../../model/values/codecs.ts'
import { page, type Envelope, type Limits } from '../../model/envelopes.ts'

/** The envelope of leaderboards: parameters `page` and `page_size`, rows in `entries`. */
export function entriesPage(limits: Limits): Envelope {
  const { limit: _limit, cursor: _cursor, ...params } = page(limits).params
  const pageSize = {
    codec: integer({ min: 1, max: limits.max }),
    default: limits.default,
    summary: `Rows per page, ${limits.max} at most.`,
  }
  return {
    kind: 'page',
    limits,
    of() {
      return this
    },
    params: { ...params, page_size: pageSize },
    window: (values) => {
      const limit = Number(values.page_size)
      return { offset: (Number(values.page) - 1) * limit, limit, descending: false }
    },
    nextValues: (values) => ({ page: Number(values.page) + 1 }),
    wrap(rows, total, values, next, { totalIsMinimum } = {}) {
      const minimum = totalIsMinimum ? ',"total_is_minimum":true' : ''
      return `{"entries":[${rows.join(',')}],"page":${values.page},"page_size":${values.page_size},"total":${total}${minimum},"next":${next}}`
    },
  }
}
