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
  try {
    await pipeline(
      createReadStream(path, { highWaterMark: 1024 * 1024 }),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          onBytes(chunk.length)
          yield decoder.decode(chunk, { stream: true })
        }
        yield decoder.decode()
      },
      split2({ maxLength: longestLine }),
      async (lines: AsyncIterable<string>) => {
        for await (const line of lines) {
          lineNumber += 1
          if (line.trim() === '') continue
          const row = preparer.prepare(line, lineNumber)
          if (row && !sink.add(row)) faults.add(name, lineNumber, 'id', 'one row for each id', row.key)
        }
      },
    )
  } catch (error) {
    if (!(error instanceof Error) || !/maximum buffer|encoded data/i.test(error.message)) throw error
    faults.add(name, lineNumber + 1, '', `a line of UTF-8 text of at most ${longestLine} characters`, error.message)
  }
}
