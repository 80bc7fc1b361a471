import { humanize } from '../../../format/humanize.ts'
import { pinOf, type LocalizedPatch } from '../../../request/at-patch.ts'

/** An entry of `/v2/bulk`. */
interface BulkFile {
  readonly url: string
  readonly format: string
  readonly resource?: string
  readonly locale?: string
  readonly rows?: number
  readonly bytes: number
  readonly sha256: string
  readonly encoding: string
}

interface BulkGroup {
  readonly title: string
  readonly files: readonly BulkFile[]
}

const titles: Readonly<Record<string, string>> = {
  sqlite: 'Everything as one SQLite file',
  ndjson: 'Rows and texts as NDJSON',
  delta: 'Changes from the parent patch',
  tar: 'Pictures and models',
}

/** Returns the bulk files of a patch grouped by format, and the API call that lists them. Without files there are no groups. */
export async function bulkFiles(
  { api, fetchApi }: Pick<App.Locals, 'api' | 'fetchApi'>,
  patch?: LocalizedPatch,
): Promise<{ call: string; groups: readonly BulkGroup[] }> {
  const endpoint = api.endpoints.find(({ path }) => path === '/v2/bulk')
  const pin = endpoint ? pinOf(endpoint, patch) : {}
  const call = Object.keys(pin).length > 0 ? `/v2/bulk?${new URLSearchParams(pin).toString()}` : '/v2/bulk'
  const { status, json } = await fetchApi(call)
  const files = status === 200 ? (json as { body: readonly BulkFile[] }).body : []
  const groups = [...new Set(files.map(({ format }) => format))].map((format) => ({
    title: titles[format] ?? humanize(format),
    files: files.filter((file) => file.format === format),
  }))
  return { call, groups }
}

/** Returns the label of a file: its resource and language, or `Patch` if it contains all resources. */
export const bulkFileName = ({ resource, locale }: BulkFile): string =>
  [resource === undefined ? 'Patch' : humanize(resource), locale].filter(Boolean).join(', ')

const units = ['bytes', 'KB', 'MB', 'GB']

/** Formats a size in English, with decimal units: 1 KB is 1,000 bytes. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)))
  return `${(bytes / 1000 ** power).toLocaleString('en', { maximumFractionDigits: power && 1 })} ${units[power]}`
}
