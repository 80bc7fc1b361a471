import { z } from 'zod'
import { changeSummary, changeText, listedChange, summaryOf } from '../../answer/changes.ts'
import { catalogEndpoint } from '../../model/endpoint.ts'
import { inBody } from '../../model/envelopes.ts'
import { Problem } from '../../model/values/errors.ts'
import { fallbackLocale, localeParam, type Locale } from '../../model/values/locales.ts'
import { byBranch } from '../../model/patch-modes.ts'
import type { Patch } from '../../model/patches.ts'
import { identifyPatch, patches } from './patches.ts'

const patchRef = z
  .strictObject({
    id: z.int().describe('Id of the patch.'),
    branch: z.string().describe('Its branch.'),
    version: z.string().describe('Its version.'),
    display_name: z.string().describe('Its label for people.'),
  })
  .meta({ id: 'PatchReference' })
export const changelog = catalogEndpoint({
  id: 'patches.changelog',
  path: '/v2/patches/{id}/changelog',
  summary: 'What a patch changed against its parent, row by row and field by field.',
  specClause: '4.3',
  resource: patches,
  mode: byBranch,
  rows: false,
  params: { locale: localeParam(fallbackLocale) },
  files: { folder: 'changelog', by: 'row' },
  identify: identifyPatch,
  schema: z.strictObject({
    body: z
      .strictObject({
        patch: patchRef.describe('The patch.'),
        parent: patchRef.describe('What it is compared with.'),
        summary: changeSummary.describe('How many rows of each resource changed.'),
        changes: z.array(listedChange).describe('Every change, by resource, then id.'),
      })
      .describe('The changelog.'),
  }),
  answer({ path, values }, store) {
    const patch = store.patches.byId(Number(path.id))
    const parent = patch && store.patches.byId(patch.parent_patch_id ?? 0)
    if (!patch || !parent)
      throw new Problem('not_found', 'This patch has no parent, so there is nothing to compare it with.')
    const texts = store.texts(patch.id, values.locale as Locale)
    const changed = store.changes(patch.id)
    const changes = changed.map((change) => changeText(change, texts))
    const head = { patch: refOf(patch), parent: refOf(parent), summary: summaryOf(changed) }
    return { body: inBody(`${JSON.stringify(head).slice(0, -1)},"changes":[${changes.join(',')}]}`) }
  },
})

const refOf = ({ id, branch, version, display_name }: Patch): z.infer<typeof patchRef> => ({
  id,
  branch,
  version,
  display_name,
})
