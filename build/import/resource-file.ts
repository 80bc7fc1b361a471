import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import split2 from 'split2'
import type { RowSink } from '../../data/store/row-sink.ts'
import type { FaultList } from './faults.ts'
import type { RowPreparer } from './row-preparer.ts'

const longestLine = 64 * 1024 * 1024

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
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decoded = (line: string): string | undefined => {
    try {
      return decoder.decode(Buffer.from(line, 'latin1'))
    } catch {
      faults.add(name, lineNumber, '', 'UTF-8 text', line)
      return undefined
    }
  }
  try {
    await pipeline(
      createReadStream(path, { highWaterMark: 1024 * 1024 }),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          onBytes(chunk.length)
          // Byte by byte until the lines are known, so that a fault in the encoding is told with its line.
          yield chunk.toString('latin1')
        }
      },
      split2({ maxLength: longestLine }),
      async (lines: AsyncIterable<string>) => {
        for await (const line of lines) {
          lineNumber += 1
          const text = decoded(line)
          if (text === undefined || text.trim() === '') continue
          const row = preparer.prepare(text, lineNumber)
          if (row && !sink.add(row)) faults.add(name, lineNumber, 'id', 'one row for each id', row.key)
        }
      },
    )
  } catch (error) {
    if (!(error instanceof Error) || !/maximum buffer/i.test(error.message)) throw error
    faults.add(name, lineNumber + 1, '', `a line of at most ${longestLine} bytes`, 'a longer one')
  }
}
