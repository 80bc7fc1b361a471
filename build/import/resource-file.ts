import type { RowSink } from '../../data/store/row-sink.ts'
import type { FaultList } from './faults.ts'
import { fileBlocks } from './file-blocks.ts'
import type { RowPreparer } from './row-preparer.ts'

const longestLine = 64 * 1024 * 1024
const lineBreak = 10

/** Streams a file of rows into a sink. Faults are told; memory does not grow with the file. */
export function readResourceFile(
  path: string,
  name: string,
  {
    preparer,
    sink,
    faults,
    onBytes,
  }: { preparer: RowPreparer; sink: RowSink; faults: FaultList; onBytes: (bytes: number) => void },
): void {
  let lineNumber = 0
  for (const bytes of readLines(path, onBytes)) {
    lineNumber += 1
    if (bytes.length > longestLine) {
      faults.add(name, lineNumber, '', `a line of at most ${longestLine} bytes`, 'a longer one')
      return
    }
    const line = decoded(bytes)
    if (line === undefined) faults.add(name, lineNumber, '', 'UTF-8 text', bytes.toString('latin1'))
    if (line === undefined || line.trim() === '') continue
    const row = preparer.prepare(line, lineNumber)
    if (row && !sink.add(row)) faults.add(name, lineNumber, 'id', 'one row for each id', row.key)
  }
}

/** The lines as bytes, without their breaks. A line that is too long comes cut, and is the last. */
function* readLines(path: string, onBytes: (bytes: number) => void): Generator<Buffer> {
  let held: Buffer[] = []
  let heldBytes = 0
  for (const block of fileBlocks(path)) {
    onBytes(block.length)
    let from = 0
    for (let end = block.indexOf(lineBreak); end !== -1; end = block.indexOf(lineBreak, from)) {
      const rest = block.subarray(from, end)
      yield held.length > 0 ? Buffer.concat([...held, rest]) : rest
      held = []
      heldBytes = 0
      from = end + 1
    }
    held.push(Buffer.from(block.subarray(from)))
    heldBytes += block.length - from
    if (heldBytes > longestLine) break
  }
  if (heldBytes > 0) yield Buffer.concat(held)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decoded(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
