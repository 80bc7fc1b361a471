import { maxLineBytes } from '../../data/store/live/intake/line-reader.ts'
import type { Batch } from '../../data/store/live/intake/live-writer.ts'

const newline = 10

export interface BatchSizes {
  /** Bytes after which a batch is full. A batch consists of whole lines, so it can be larger. */
  readonly maxBytes: number
  /**
   * Number of lines after which a batch is full too: the errors of a rejected line take a kilobyte, however short it
   * is.
   */
  readonly maxLines: number
  /** Maximum length of a line in bytes. */
  readonly maxLineBytes: number
}

/** Sizes of the batches that the live store writes, one per transaction. */
export const batchSizes: BatchSizes = { maxBytes: 512 * 1024, maxLines: 10_000, maxLineBytes }

/**
 * Splits a stream of bytes into batches of whole lines. Only the beginning of a line that is too long is kept, so
 * memory is bounded by one batch and one line.
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
    return this.#wholeBytes + this.#tooLongBytes >= this.#sizes.maxBytes || this.#wholeLines >= this.#sizes.maxLines
  }

  get isEmpty(): boolean {
    return this.#wholeBytes === 0 && this.#tooLong.length === 0
  }

  add(chunk: Uint8Array): void {
    // In a piece no longer than the maximum, no line between two newlines is too long.
    const { maxLineBytes: size } = this.#sizes
    for (let at = 0; at < chunk.length; at += size) this.#addPiece(chunk.subarray(at, at + size))
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

  /** Ends the last line, which may lack its newline. */
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
    if (this.#openBytes > this.#sizes.maxLineBytes) {
      // An empty line replaces it, so that the numbers of other lines do not change.
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
    if (this.#openBytes <= this.#sizes.maxLineBytes) this.#open.push(part)
    this.#openBytes += part.length
  }

  #push(lines: Uint8Array): void {
    if (lines.length === 0) return
    this.#whole.push(lines)
    this.#wholeBytes += lines.length
    for (const byte of lines) if (byte === newline) this.#wholeLines += 1
  }
}
