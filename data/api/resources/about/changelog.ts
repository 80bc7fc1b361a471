import { z } from 'zod'
import {
  changeSummary,
  changeText,
  listedChange,
  prepareDifference,
  summaryOf,
  textsOfEitherPatch,
} from '../../answer/changes.ts'
import { preparedInSteps } from '../../answer/prepared.ts'
import { catalogEndpoint, type CanonicalRequest } from '../../model/endpoint.ts'
import { inBody } from '../../model/envelopes.ts'
import { Problem } from '../../model/values/errors.ts'
import { fallbackLocale, localeParam, type Locale } from '../../model/values/locales.ts'
import { byBranch } from '../../model/patch-modes.ts'
import type { Patch } from '../../model/patches.ts'
import type { CatalogStore } from '../../model/store.ts'
import type { Steps } from '../../model/values/steps.ts'
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
  async prepare(request, store) {
    const { patch, parent } = patchesOf(request, store)
    await prepareDifference(store, parent.id, patch.id, request.values.locale as Locale)
    await changes.prepare(request, store)
  },
  answer(request, store) {
    const { patch, parent } = patchesOf(request, store)
    const head = {
      patch: refOf(patch),
      parent: refOf(parent),
      summary: summaryOf(store.difference(parent.id, patch.id)),
    }
    const texts = changes.of(request, store)
    return { body: inBody(`${JSON.stringify(head).slice(0, -1)},"changes":[${texts.join(',')}]}`) }
  },
})

/** JSON texts of all changes of the patch. */
const changes = preparedInSteps(function* (request, store): Steps<string[]> {
  const { patch, parent } = patchesOf(request, store)
  const texts = textsOfEitherPatch(store, parent.id, patch.id, request.values.locale as Locale)
  const made: string[] = []
  for (const change of store.difference(parent.id, patch.id)) {
    made.push(changeText(change, texts))
    yield
  }
  return made
})

/** The patch that the path names, and its parent. Throws `not_found` if it has none. */
function patchesOf({ path }: CanonicalRequest, store: CatalogStore): { patch: Patch; parent: Patch } {
  const patch = store.patches.byId(Number(path.id))
  const parent = patch && store.patches.byId(patch.parent_patch_id ?? 0)
  if (!patch || !parent)
    throw new Problem('not_found', 'This patch has no parent, so there is nothing to compare it with.')
  return { patch, parent }
}

const refOf = ({ id, branch, version, display_name }: Patch): z.infer<typeof patchRef> => ({
  id,
  branch,
  version,
  display_name,
})
