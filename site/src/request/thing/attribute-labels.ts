import type { Row } from '../../format/api-response.ts'
import type { LocalizedPatch } from '../at-patch.ts'
import { listAt } from '../explorer.ts'
import { cachedPerCatalog } from '../cached-per-catalog.ts'
import { rowQuery } from '../row-query.ts'
import { paginate } from '../paginate.ts'

const labels = cachedPerCatalog<readonly Row[]>('attributes')

/** The rows of `/v2/attributes` at a patch: names and number formats of attributes in its language. */
export const attributeLabels = (
  { api, fetchApi, pageCache }: Pick<App.Locals, 'api' | 'fetchApi' | 'pageCache'>,
  patch: LocalizedPatch | undefined,
): Promise<readonly Row[]> =>
  labels(pageCache, `${patch?.id} ${patch?.locale}`, async () => {
    const list = listAt(api, 'attributes')
    const rows: Row[] = []
    if (list)
      for await (const row of paginate(fetchApi, list.path, { limit: '250', ...rowQuery(api, list, patch) }))
        rows.push(row)
    return rows
  })
