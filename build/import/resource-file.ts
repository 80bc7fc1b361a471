import { createReadStream } from 'node:fs'
import type { RowSink } from '../../data/store/row-sink.ts'
import type { FaultList } from './faults.ts'
import type { RowPreparer } from './row-preparer.ts'

const longestLine = 64 * 1024 * 1024
const lineBreak = 10

/** Streams a file of rows into a sink. Faults are told; memory does not grow with the file. */
export async function readResourceFile(
  path: string,
  name: string,
  {
    preparer,
    sink,
    faults,
    onBytes,
  }: { preparer: RowPreparer; sink: RowSink; faults: FaultList; onBytes: (bytes: number) => void },
): Promise<void> {
  let lineNumber = 0
  for await (const lines of readLines(path, onBytes)) {
    for (const bytes of lines) {
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
}

/** The lines as bytes, without their breaks, block by block. A line that is too long comes cut, and is the last. */
async function* readLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Iterable<Buffer>> {
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    onBytes(chunk.length)
    const end = chunk.lastIndexOf(lineBreak) + 1
    if (end > 0) {
      yield split(Buffer.concat([...held, chunk.subarray(0, end)]))
      held = []
      heldBytes = 0
    }
    held.push(chunk.subarray(end))
    heldBytes += chunk.length - end
    if (heldBytes > longestLine) break
  }
  if (heldBytes > 0) yield [Buffer.concat(held)]
}

/** Lines that each have their break. */
function* split(block: Buffer): Generator<Buffer> {
  let from = 0
  for (let end = block.indexOf(lineBreak); end !== -1; end = block.indexOf(lineBreak, from)) {
    yield block.subarray(from, end)
    from = end + 1
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decoded(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
