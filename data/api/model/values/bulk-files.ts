/** What a bulk file holds: rows, a whole patch as a database, pictures and models, or what changed against the parent. */
export const bulkFormats = ['ndjson', 'sqlite', 'tar', 'delta'] as const
export type BulkFormat = (typeof bulkFormats)[number]
export const bulkEncodings = ['gzip', 'zstd', 'identity'] as const
export type BulkEncoding = (typeof bulkEncodings)[number]

/** A file that holds much of a patch, or all of it. */
export interface BulkFile {
  /** The resource whose rows it holds; `texts`, `icons`, `models`, or `all` where it holds rows of every resource. */
  readonly resource: string
  readonly format: BulkFormat
  readonly encoding: BulkEncoding
  /** Of texts. */
  readonly locale?: string
  /** Rows, texts or pictures in it. */
  readonly rows: number
  /** Of the file as it is served. */
  readonly bytes: number
  readonly sha256: string
}

/** The bulk files of the rendered patches. */
export interface BulkFiles {
  /** None for a patch that is not rendered. */
  of(scope: number): readonly BulkFile[]
  /** The name of each file of any patch to its media type. */
  mediaTypes(): Readonly<Record<string, string>>
}

const endings: Readonly<Record<BulkFormat, string>> = {
  ndjson: 'ndjson',
  delta: 'ndjson',
  sqlite: 'sqlite',
  tar: 'tar',
}
const packed: Readonly<Record<BulkEncoding, string>> = { gzip: '.gz', zstd: '.zst', identity: '' }
const mediaTypes: Readonly<Record<string, string>> = {
  gz: 'application/gzip',
  zst: 'application/zstd',
  tar: 'application/x-tar',
}

/** What the names of bulk files end in, after the last dot, and the media types of these. */
export const bulkEndings: readonly string[] = Object.keys(mediaTypes)
export const bulkMediaTypes: readonly string[] = Object.values(mediaTypes)

/** The folder of bulk files, in a data folder and in a published tree. */
export const bulkFolder = 'bulk'

/** `<sha256>.ndjson.gz`: the name says what the bytes are. */
export const bulkName = ({ sha256, format, encoding }: Pick<BulkFile, 'sha256' | 'format' | 'encoding'>): string =>
  `${sha256}.${endings[format]}${packed[encoding]}`

export const bulkUrl = (file: Pick<BulkFile, 'sha256' | 'format' | 'encoding'>): string => `/v2/bulk/${bulkName(file)}`

/** By the ending of a file's name. */
export const bulkMediaTypeOf = (name: string): string =>
  mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
