import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { locales, type Locale } from '../api/model/values/locales.ts'
import { render, type Phrase } from './phrase.ts'
import { unit } from './random.ts'
import { rowKey, type Resource, type Row } from './rows.ts'
import { isPlainText } from './name-words.ts'
import { textKey } from './names.ts'
import type { Snapshot } from './snapshot.ts'

/** The content of `patch.json`. */
export interface PatchHead {
  readonly branch: string
  readonly version: string
  readonly version_raw: string
  readonly display_name: string
  readonly released_at: string
  readonly notes: string
  readonly parent?: { readonly branch: string; readonly version: string }
}

/** The key of a text that no language has, not even English, so that the service shows the key. */
export const textOfNobody = textKey('quest', 'lamplighter_03', 'description')

/** A label that one language lacks, so that the service falls back to English. */
export const labelHole = { locale: 'de', key: textKey('label', 'weapon_type', 'instrument') } as const

const holeShare = 0.03

// All labels and names are translated, except for the label above.
function isHole(key: string, locale: Locale): boolean {
  if (key === textOfNobody) return true
  if (key === labelHole.key) return locale === labelHole.locale
  if (locale === 'en' || isPlainText(key) || /^Reach_(Label|Attribute)_/.test(key)) return false
  return unit(`hole/${locale}/${key}`) < holeShare
}

const byKey = (a: string, b: string): number => (a < b ? -1 : 1)

// Patches share unchanged rows and phrases, so their text is cached.
const lines = new WeakMap<Row, string>()
const renderings = new WeakMap<Phrase, readonly string[]>()

function lineOf(row: Row): string {
  const line = lines.get(row) ?? `${JSON.stringify(row)}\n`
  lines.set(row, line)
  return line
}

function renderingsOf(phrase: Phrase): readonly string[] {
  const texts = renderings.get(phrase) ?? locales.map((locale) => render(phrase, locale))
  renderings.set(phrase, texts)
  return texts
}

function ndjson(world: Snapshot, resource: Resource): string {
  const rows: Row[] = world.rows(resource)
  return rows
    .map((row) => ({ key: rowKey(row), row }))
    .sort((a, b) => byKey(a.key, b.key))
    .map(({ row }) => lineOf(row))
    .join('')
}

function localeFiles(world: Snapshot): [file: string, text: string][] {
  const phrases = [...world.texts].sort(([a], [b]) => byKey(a, b))
  return locales.map((locale, index) => {
    const has = ([key, phrase]: [string, Phrase]): boolean =>
      !isHole(key, locale) && (phrase.only?.includes(locale) ?? true)
    const texts = phrases
      .filter(has)
      .map(([key, phrase]) => [key, renderingsOf(phrase)[index]])
      // A plain text needs no English translation.
      .filter(([key, text]) => locale !== 'en' || key !== text)
    return [`locales/${locale}.json`, `${JSON.stringify(Object.fromEntries(texts), null, 1)}\n`]
  })
}

// Rows of monsters and loot tables have the time at which they were read from the running game; a new time alone is not a
// change.
function stamped(file: string, text: string, head: PatchHead): string {
  if (file !== 'monsters.ndjson' && file !== 'loot_tables.ndjson') return text
  return text.replaceAll(/\}\n/g, `,"captured_at":"${head.released_at}"}\n`)
}

/** The texts of all files of a bundle except `patch.json`, by path. */
export function bundleFiles(world: Snapshot): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const resource of world.resources) files.set(`${resource}.ndjson`, ndjson(world, resource))
  files.set('facets.json', `${JSON.stringify(world.facets, null, 1)}\n`)
  for (const [file, text] of localeFiles(world)) files.set(file, text)
  return files
}

/** Writes the files that differ from those of the parent; an import carries over missing files. */
export function writeBundle(
  folder: string,
  head: PatchHead,
  files: ReadonlyMap<string, string>,
  parentFiles: ReadonlyMap<string, string> | undefined,
): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'patch.json'), `${JSON.stringify(head, null, 1)}\n`)
  for (const [file, text] of files) {
    if (text === parentFiles?.get(file)) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), stamped(file, text, head))
  }
}
