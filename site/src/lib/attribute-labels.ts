import { locales } from '../../../data/api/locales.ts'
import type { Row } from './ask.ts'
import type { ShownPatch } from './at-patch.ts'
import { listAt } from './explorer.ts'
import { keeper } from './keeper.ts'
import { rowQuery } from './row-query.ts'
import { walk } from './walk.ts'

const labels = keeper<readonly Row[]>(locales.length + 2)

/** The rows of `/v2/attributes` at a patch: how attributes are called and written in its language. */
export const attributeLabels = (
  { api, ask, patches }: Pick<App.Locals, 'api' | 'ask' | 'patches'>,
  patch: ShownPatch | undefined,
): Promise<readonly Row[]> =>
  labels(patches, `${patch?.id} ${patch?.locale}`, async () => {
    const list = listAt(api, 'attributes')
    const rows: Row[] = []
    if (list)
      for await (const row of walk(ask, list.path, { limit: '250', ...rowQuery(api, list, patch) })) rows.push(row)
    return rows
  })
