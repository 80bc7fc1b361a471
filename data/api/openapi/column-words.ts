import type { Column, Columns, Derived } from '../columns.ts'

const derivedWords: Record<Derived, string> = {
  position: 'Place of the row in the order of ids, from 1.',
  patch_id: 'The patch that the row was read at.',
  patch_version: 'Version of the patch that brought this content.',
  captured_at: 'When this was seen; the import of its patch where the bundle does not say.',
}

/** What can be said of each field of a row from its declaration, by the name that the answer shows. */
export function columnWords(columns: Columns): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]): [string, string][] => {
      const words = wordsOf(column)
      return words === '' ? [] : [[column.asset?.shown === 'url' ? `${name}_url` : name, words]]
    }),
  )
}

function wordsOf(column: Column): string {
  const { kind, derived, localizable, facet, asset, references = [] } = column
  if (derived) return derivedWords[derived]
  if (kind) return `Canonical id: \`id.${kind}.<slug>\`.`
  if (asset) return `Address of the asset (${asset.media}); it never changes, so it may be kept for ever.`
  const told = references.map(({ path, to, by }) => {
    const inside = /[.[]/.test(path) ? ` at \`${path}\`` : ''
    return by === 'id' ? `Names ${to.join(' or ')}${inside}.` : `An archetype of ${to.join(' or ')}${inside}.`
  })
  if (localizable) told.push('A text or a localization key, which `locale` resolves.')
  if (facet) told.push('An open enumeration: its values are in `/v2/facets`.')
  return told.join(' ')
}
