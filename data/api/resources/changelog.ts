import { z } from 'zod'
import { changeKind, fieldChange } from '../changes.ts'
import { endpoint } from '../endpoint.ts'
import { inBody } from '../envelopes.ts'
import { Problem } from '../errors.ts'
import { fallbackLocale, localeParam, type Locale } from '../locales.ts'
import { byBranch } from '../patch-modes.ts'
import type { Patch } from '../patches.ts'
import { identifyPatch, patches } from './patches.ts'

const counts = z.strictObject({ added: z.int(), removed: z.int(), changed: z.int() })
const patchRef = z.strictObject({ id: z.int(), branch: z.string(), version: z.string(), display_name: z.string() })
const change = z.strictObject({
  resource: z.string(),
  id: z.string(),
  name: z.string().nullable(),
  change: changeKind,
  fields: z.array(fieldChange),
})

export const changelog = endpoint({
  id: 'patches.changelog',
  path: '/v2/patches/{id}/changelog',
  summary: 'What a patch changed against its parent, row by row and field by field.',
  spec: '4.3',
  resource: patches,
  mode: byBranch,
  rows: false,
  params: { locale: localeParam(fallbackLocale) },
  files: { folder: 'changelog', by: 'row' },
  identify: identifyPatch,
  schema: z.strictObject({
    body: z.strictObject({
      patch: patchRef,
      parent: patchRef,
      summary: z.record(z.string(), counts),
      changes: z.array(change),
    }),
  }),
  answer({ path, values }, store) {
    const patch = store.patches.byId(Number(path.id))
    const parent = patch && store.patches.byId(patch.parent_patch_id ?? 0)
    if (!patch || !parent)
      throw new Problem('not_found', 'This patch has no parent, so there is nothing to compare it with.')
    const texts = store.texts(patch.id, values.locale as Locale)
    const summary: Record<string, z.infer<typeof counts>> = {}
    const changes = store.changes(patch.id).map(({ resource, id, name, change, fields }) => {
      const counted = (summary[resource] ??= { added: 0, removed: 0, changed: 0 })
      counted[change] += 1
      const shown = name === null ? null : (texts?.get(name) ?? name)
      return `${JSON.stringify({ resource, id, name: shown, change }).slice(0, -1)},"fields":${fields}}`
    })
    const head = { patch: refOf(patch), parent: refOf(parent), summary }
    return { body: inBody(`${JSON.stringify(head).slice(0, -1)},"changes":[${changes.join(',')}]}`) }
  },
})

const refOf = ({ id, branch, version, display_name }: Patch): z.infer<typeof patchRef> => ({
  id,
  branch,
  version,
  display_name,
})
