import { maxLineBytes } from '../../data/store/live/intake/line-reader.ts'
import type { Batch } from '../../data/store/live/intake/live-writer.ts'

const newline = 10

export interface BatchSizes {
  /** Size of a batch in bytes; it consists of whole lines. */
  readonly batch: number
  /** Lines after which a batch is full too: each that is rejected takes a kilobyte for its errors, however short it is. */
  readonly lines: number
  /** The longest line. */
  readonly line: number
}

/** What one transaction of the live store takes. */
export const batchSizes: BatchSizes = { batch: 512 * 1024, lines: 10_000, line: maxLineBytes }

/**
 * Cuts a stream of bytes into batches of whole lines. Of a line that is too long only the start is kept, so memory is
 * bounded by one batch and one line.
 */
export async function* lineBatches(chunks: AsyncIterable<Uint8Array>, sizes: BatchSizes): AsyncGenerator<Batch> {
  const cutter = new LineCutter(sizes)
  for await (const chunk of chunks) {
    cutter.add(chunk)
    if (cutter.isFull) yield cutter.take()
  }
  cutter.finish()
  if (!cutter.isEmpty) yield cutter.take()
}

class LineCutter {
  readonly #sizes: BatchSizes
  #whole: Uint8Array[] = []
  #wholeBytes = 0
  #wholeLines = 0
  #open: Uint8Array[] = []
  #openBytes = 0
  #line = 1
  #tooLong: { line: number; bytes: Uint8Array }[] = []
  #tooLongBytes = 0

  constructor(sizes: BatchSizes) {
    this.#sizes = sizes
  }

  get isFull(): boolean {
    return this.#wholeBytes + this.#tooLongBytes >= this.#sizes.batch || this.#wholeLines >= this.#sizes.lines
  }

  get isEmpty(): boolean {
    return this.#wholeBytes === 0 && this.#tooLong.length === 0
  }

  add(chunk: Uint8Array): void {
    // In a piece no longer than the maximum, no line between two newlines is too long.
    const { line } = this.#sizes
    for (let at = 0; at < chunk.length; at += line) this.#addPiece(chunk.subarray(at, at + line))
  }

  #addPiece(chunk: Uint8Array): void {
    const last = chunk.lastIndexOf(newline)
    const first = chunk.indexOf(newline)
    if (last === -1) return this.#continue(chunk)
    this.#continue(chunk.subarray(0, first))
    this.#end()
    this.#push(chunk.subarray(first + 1, last + 1))
    this.#continue(chunk.subarray(last + 1))
  }

  /** The last line may lack its newline. */
  finish(): void {
    if (this.#openBytes > 0) this.#end()
  }

  take(): Batch {
    const batch = { bytes: Buffer.concat(this.#whole), firstLine: this.#line, tooLong: this.#tooLong }
    this.#line += this.#wholeLines
    this.#whole = []
    this.#wholeBytes = this.#wholeLines = 0
    this.#tooLong = []
    this.#tooLongBytes = 0
    return batch
  }

  #end(): void {
    if (this.#openBytes > this.#sizes.line) {
      // It is replaced by an empty line, so that the numbers of the others do not change.
      const bytes = Buffer.concat(this.#open)
      this.#tooLong.push({ line: this.#line + this.#wholeLines, bytes })
      this.#tooLongBytes += bytes.length
      this.#push(Buffer.from('\n'))
    } else this.#push(Buffer.concat([...this.#open, Buffer.from('\n')]))
    this.#open = []
    this.#openBytes = 0
  }

  #continue(part: Uint8Array): void {
    if (part.length === 0) return
    if (this.#openBytes <= this.#sizes.line) this.#open.push(part)
    this.#openBytes += part.length
  }

  #push(lines: Uint8Array): void {
    if (lines.length === 0) return
    this.#whole.push(lines)
    this.#wholeBytes += lines.length
    for (const byte of lines) if (byte === newline) this.#wholeLines += 1
  }
}
