import type { BulkFormat } from '../../data/api/model/values/bulk-files.ts'
import type { RowObject } from '../../data/api/answer/rows/row-view.ts'
import type { Patch } from '../../data/api/model/patches.ts'
import { fallbackLocale, locales } from '../../data/api/model/values/locales.ts'
import type { Catalog } from '../../data/store/catalog/catalog.ts'
import { sha256 } from '../../data/store/files/etag.ts'
import { patchDatabase } from '../../data/store/catalog/patch-database.ts'
import type { BulkFolder, BulkListing, BulkSource } from './bulk-folder.ts'
import { bulkResources, bulkRows } from './bulk-rows.ts'
import { deltaOf } from './delta.ts'
import { ReferencedAssets } from './referenced-assets.ts'

const packings = ['gzip', 'zstd'] as const

/** Writes the missing bulk files of a patch and their listing. */
export async function writeBulk(catalog: Catalog, patch: Patch, folder: BulkFolder): Promise<BulkListing> {
  const files: BulkListing['files'][] = []
  for (const source of sourcesOf(catalog, patch, folder)) files.push(await folder.add(source))
  return folder.list(files.flat())
}

function* sourcesOf(catalog: Catalog, patch: Patch, { dataDir, digest }: BulkFolder): Generator<BulkSource> {
  const pictures = new ReferencedAssets()
  const contents = [digest]
  let total = 0
  for (const resource of bulkResources(catalog)) {
    const { lines, text } = bulkRows(catalog, resource, patch.id)
    const columns = ReferencedAssets.columnsOf(resource)
    if (columns.length > 0) for (const line of lines) pictures.add(columns, JSON.parse(line) as RowObject)
    const source = linesOf('ndjson', { resource: resource.name, rows: lines.length }, text)
    contents.push(source.content)
    total += lines.length
    yield source
  }
  for (const locale of locales) {
    const texts = catalog.languages.all(patch.id, locale)
    if (!texts) continue
    const text = [...texts].map(([key, text]) => `${JSON.stringify({ key, text })}\n`).join('')
    const source = linesOf('ndjson', { resource: 'texts', locale, rows: texts.size }, text)
    if (locale === fallbackLocale) contents.push(source.content)
    yield source
  }
  yield {
    ...{ resource: 'all', format: 'sqlite', rows: total, encodings: ['zstd'], content: sha256(contents.join(' ')) },
    read: () => patchDatabase(catalog, patch.id, rowsOf(catalog, patch)),
  }
  const delta = deltaOf(catalog, patch)
  if (delta) yield linesOf('delta', { resource: 'all', rows: delta.rows }, delta.text)
  for (const archive of ['icons', 'models'] as const) {
    const names = pictures.names(archive)
    if (names.length === 0) continue
    yield {
      ...{ resource: archive, format: 'tar', rows: names.length, encodings: ['identity'] },
      ...{ content: sha256([digest, ...names].join(' ')), read: () => pictures.read(archive, dataDir) },
    }
  }
}

const rowsOf = (catalog: Catalog, { id }: Patch) =>
  bulkResources(catalog).map((resource) => ({ resource, rows: () => bulkRows(catalog, resource, id).lines }))

/** The source of an NDJSON file in both compressions. */
function linesOf(
  format: BulkFormat,
  about: Pick<BulkSource, 'resource' | 'rows' | 'locale'>,
  text: string,
): BulkSource {
  const bytes = Buffer.from(text)
  return { ...about, format, encodings: packings, content: sha256(bytes), read: () => bytes }
}
