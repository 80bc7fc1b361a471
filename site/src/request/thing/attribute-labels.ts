import { locales } from '../../../../data/api/model/values/locales.ts'
import type { Row } from '../../format/ask.ts'
import type { LocalizedPatch } from '../at-patch.ts'
import { listAt } from '../explorer.ts'
import { cacheByState } from '../cache-by-state.ts'
import { rowQuery } from '../row-query.ts'
import { paginate } from '../paginate.ts'

const labels = cacheByState<readonly Row[]>(locales.length + 2)

/** The rows of `/v2/attributes` at a patch: how attributes are called and written in its language. */
export const attributeLabels = (
  { api, fetchApi, patches }: Pick<App.Locals, 'api' | 'fetchApi' | 'patches'>,
  patch: LocalizedPatch | undefined,
): Promise<readonly Row[]> =>
  labels(patches, `${patch?.id} ${patch?.locale}`, async () => {
    const list = listAt(api, 'attributes')
    const rows: Row[] = []
    if (list)
      for await (const row of paginate(fetchApi, list.path, { limit: '250', ...rowQuery(api, list, patch) }))
        rows.push(row)
    return rows
  })
