import type { PatchIndex } from '../../../data/api/patches.ts'
import type { Attributes } from '../../../data/api/tooltip/attributes.ts'
import type { Locale } from '../../../data/api/locales.ts'
import type { Ask } from './ask.ts'
import { attributeOf } from './attribute-lines.ts'
import { keeper } from './keeper.ts'
import { walk } from './walk.ts'

interface Asking {
  readonly ask: Ask
  readonly patches: PatchIndex
  readonly locale: Locale
}

const kept = keeper<Attributes>(Infinity)

/** The dictionary of the current patch in a language; empty where there is none. */
export const attributesOf = ({ ask, patches, locale }: Asking): Promise<Attributes> =>
  kept(patches, locale, async () => {
    const found = new Map<string, ReturnType<typeof attributeOf>>()
    for await (const row of walk(ask, '/v2/attributes', { limit: '250', locale }))
      found.set(String(row.field), attributeOf(row))
    return found
  })
