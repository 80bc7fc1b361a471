/** The content of a bulk file: rows, a whole patch as a database, pictures and models, or the changes against the parent. */
export const bulkFormats = ['ndjson', 'sqlite', 'tar', 'delta'] as const
export type BulkFormat = (typeof bulkFormats)[number]
export const bulkEncodings = ['gzip', 'zstd', 'identity'] as const
export type BulkEncoding = (typeof bulkEncodings)[number]

/** A file with a large part of a patch, or all of it. */
export interface BulkFile {
  /** The resource whose rows it contains; `texts`, `icons`, `models`, or `all` for rows of every resource. */
  readonly resource: string
  readonly format: BulkFormat
  readonly encoding: BulkEncoding
  /** Language of a file of texts. */
  readonly locale?: string
  /** Number of rows, texts or pictures. */
  readonly rows: number
  /** Size of the file as it is served. */
  readonly bytes: number
  readonly sha256: string
}

/** The bulk files of the rendered patches. */
export interface BulkFiles {
  /** The files of a patch; empty if it is not rendered. */
  of(scope: number): readonly BulkFile[]
  /** Maps the file names of all patches to media types. */
  mediaTypes(): Readonly<Record<string, string>>
}

const formatExtensions: Readonly<Record<BulkFormat, string>> = {
  ndjson: 'ndjson',
  delta: 'ndjson',
  sqlite: 'sqlite',
  tar: 'tar',
}
const encodingExtensions: Readonly<Record<BulkEncoding, string>> = { gzip: '.gz', zstd: '.zst', identity: '' }
const mediaTypes: Readonly<Record<string, string>> = {
  gz: 'application/gzip',
  zst: 'application/zstd',
  tar: 'application/x-tar',
}

/** The last extensions of bulk files, and their media types in the same order. */
export const bulkExtensions: readonly string[] = Object.keys(mediaTypes)
export const bulkMediaTypes: readonly string[] = Object.values(mediaTypes)

/** The folder of bulk files, in a data folder and in a published tree. */
export const bulkFolder = 'bulk'

/** File name such as `<sha256>.ndjson.gz`, which identifies the bytes. */
export const bulkName = ({ sha256, format, encoding }: Pick<BulkFile, 'sha256' | 'format' | 'encoding'>): string =>
  `${sha256}.${formatExtensions[format]}${encodingExtensions[encoding]}`

export const bulkUrl = (file: Pick<BulkFile, 'sha256' | 'format' | 'encoding'>): string => `/v2/bulk/${bulkName(file)}`

/** Media type of a bulk file, by the extension of its name. */
export const bulkMediaTypeOf = (name: string): string =>
  mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
