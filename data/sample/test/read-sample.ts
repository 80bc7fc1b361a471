// The sample world read back from its bundles, absent files carried over as an import does.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cachedFolder } from '../../../scripts/test/cached-folder.ts'
import { locales } from '../../api/model/values/locales.ts'
import { rowKey, type Json, type Row } from '../rows.ts'
import type { Scale } from '../scale.ts'
import { Snapshot } from '../snapshot.ts'
import { writeSampleWorld } from '../world.ts'
import type { PatchHead } from '../write-bundle.ts'

export interface ReadBundle {
  readonly folder: string
  /** Files of the bundle itself, by relative path. */
  readonly files: readonly string[]
  readonly head: PatchHead
  /** Rows by resource and key, without `captured_at`. */
  readonly tables: Readonly<Record<string, ReadonlyMap<string, Row>>>
  readonly facets: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Texts by locale and key. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const resources = new Snapshot().resources

function readRows(file: string): Map<string, Row> {
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n')
  return new Map(
    rows.map((line) => {
      const row: Row = { ...(JSON.parse(line) as Row), captured_at: undefined }
      return [rowKey(row), row]
    }),
  )
}

function readBundle(folder: string, earlier: readonly ReadBundle[]): ReadBundle {
  const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
  const head = json(join(folder, 'patch.json')) as PatchHead
  const parent = earlier.find((bundle) => bundle.head.version === head.parent?.version)
  const read = <T>(file: string, parse: (path: string) => T, carried: T | undefined): T => {
    const path = join(folder, file)
    if (existsSync(path)) return parse(path)
    if (carried === undefined) throw new Error(`${folder} has no ${file} and nothing to carry over`)
    return carried
  }
  const readTexts = (path: string) => json(path) as ReadBundle['texts'][string]
  const tables = resources.map((name) => [name, read(`${name}.ndjson`, readRows, parent?.tables[name])] as const)
  const texts = locales.map(
    (locale) => [locale, read(`locales/${locale}.json`, readTexts, parent?.texts[locale])] as const,
  )
  return {
    folder,
    files: readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.includes('.')),
    head,
    tables: Object.fromEntries(tables),
    facets: read('facets.json', (path) => json(path) as ReadBundle['facets'], parent?.facets),
    texts: Object.fromEntries(texts),
  }
}

const sources = ['data/sample', 'package-lock.json']
const known = new Map<string, ReadBundle[]>()

/** The four bundles of a scale, oldest first, in a read-only folder. */
export async function readSample(
  scale: Scale,
  { pictures = false } = {},
): Promise<[ReadBundle, ReadBundle, ReadBundle, ReadBundle]> {
  const name = `sample-${scale}-${pictures ? 'with-pictures' : 'bare'}`
  const bundles: ReadBundle[] = known.get(name) ?? []
  if (bundles.length === 0) {
    const folder = await cachedFolder(name, sources, (made) => writeSampleWorld(made, { scale, pictures }))
    for (const bundle of readdirSync(folder).sort()) bundles.push(readBundle(join(folder, bundle), bundles))
    known.set(name, bundles)
  }
  const [first, second, ptr, last] = bundles
  if (!first || !second || !ptr || !last) throw new Error(`expected four bundles, got ${bundles.length}`)
  return [first, second, ptr, last]
}

export function rowsOf(bundle: ReadBundle, resource: string): Row[] {
  return [...(bundle.tables[resource]?.values() ?? [])]
}

export function rowOf(bundle: ReadBundle, resource: string, id: string): Row | undefined {
  return bundle.tables[resource]?.get(id)
}

/** Every string anywhere in a value. */
export function stringsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object') return []
  return (Array.isArray(value) ? value : Object.values(value)).flatMap((inner: Json | undefined) => stringsIn(inner))
}
