import { NumberList } from '../../data/store/catalog/rows/number-list.ts'
import type { RowSink } from '../../data/store/catalog/rows/row-sink.ts'
import { linesIn } from '../../data/store/files/lines.ts'
import type { ValidationErrors } from './validation-errors.ts'
import { fileBlocks } from './file-blocks.ts'
import type { RowPreparer } from './row-preparer.ts'
import type { FirstSearchIndex } from './texts/first-search-index.ts'

const maxLineBytes = 64 * 1024 * 1024

interface ReadOptions {
  readonly preparer: RowPreparer
  readonly sink: RowSink
  /** The search index of a patch without a parent. */
  readonly index: FirstSearchIndex | undefined
  readonly errors: ValidationErrors
  readonly onBytes: (bytes: number) => void
}

/**
 * Streams a file of rows into a sink, so that memory hardly grows with the file. Adds validation errors to `errors`. Returns
 * the line number of each stored row.
 */
export async function readResourceFile(
  path: string,
  name: string,
  { preparer, sink, index, errors, onBytes }: ReadOptions,
): Promise<NumberList> {
  const lineNumbers = new NumberList()
  let lineNumber = 0
  for (const bytes of linesIn(withProgress(fileBlocks(path), onBytes), maxLineBytes)) {
    lineNumber += 1
    if (bytes.length > maxLineBytes) {
      errors.add(name, lineNumber, '', `a line of at most ${maxLineBytes} bytes`, 'a longer one')
      return lineNumbers
    }
    const line = decodeUtf8(bytes)
    if (line === undefined) errors.add(name, lineNumber, '', 'UTF-8 text', bytes.toString('latin1'))
    if (line === undefined || line.trim() === '') continue
    const row = preparer.prepare(line, lineNumber)
    if (!row) continue
    sink.add(row)
    lineNumbers.push(lineNumber)
    const isFull = row.searched && index?.add(row.searched)
    if (isFull) await isFull
  }
  return lineNumbers
}

/** Passes blocks through and calls `onBytes` with the size of each. */
function* withProgress(blocks: Iterable<Buffer>, onBytes: (bytes: number) => void): Generator<Buffer> {
  for (const block of blocks) {
    onBytes(block.length)
    yield block
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
