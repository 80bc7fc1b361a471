import { write, writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Maximum length of the queue, in characters, while a pipe is not read; further lines are dropped. */
const maxWaitingLength = 16 * 1024 * 1024
const retryMilliseconds = 100

type Write = (fd: number, bytes: Buffer) => Promise<{ bytesWritten: number }>

/**
 * Writes lines to a file or a pipe, one write at a time. Lines that cannot be written are dropped and counted: neither
 * a full disk nor a closed pipe ends or blocks the service.
 */
export class LogWriter {
  readonly #fd: number
  readonly #write: Write
  #waiting = ''
  #isWriting = false
  /** Whether the output ends within a line. */
  #isCut = false
  #lost = 0

  constructor(fd: number, writeBytes: Write = promisify(write)) {
    this.#fd = fd
    this.#write = writeBytes
  }

  /** Queues lines, each of which ends with a newline. */
  write(lines: string): void {
    if (this.#waiting.length + lines.length > maxWaitingLength) return void (this.#lost += countOf(lines))
    this.#waiting += lines
    if (!this.#isWriting) void this.#writeWaiting()
  }

  /** Tries once to write the queued lines. Call it before the process ends. */
  flushSync(): void {
    try {
      for (let rest = Buffer.from(this.#take()); rest.length > 0;) rest = rest.subarray(writeSync(this.#fd, rest))
    } catch {
      // There is nowhere left to report it.
    }
  }

  async #writeWaiting(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting !== '') {
      const [waiting, lost] = [this.#waiting, this.#lost]
      const rest = await this.#writeAll(Buffer.from(this.#take()))
      this.#lost += rest.length === 0 ? -lost : Math.min(countOf(waiting), countOf(rest.toString()))
    }
    this.#isWriting = false
  }

  /** Removes the queued lines and returns them, preceded by a line that reports how many were dropped, if any. */
  #take(): string {
    const lost = {
      level: 40,
      time: new Date().toISOString(),
      msg: `${this.#lost} lines of the log could not be written`,
    }
    const report = this.#lost === 0 ? '' : `${this.#isCut ? '\n' : ''}${JSON.stringify(lost)}\n`
    const text = report + this.#waiting
    this.#waiting = ''
    return text
  }

  /** Resolves to the bytes that could not be written. */
  async #writeAll(bytes: Buffer): Promise<Buffer> {
    let rest = bytes
    while (rest.length > 0) {
      const written = await this.#write(this.#fd, rest).catch((error: unknown) => error as NodeJS.ErrnoException)
      if ('bytesWritten' in written) rest = rest.subarray(written.bytesWritten)
      else if (written.code === 'EAGAIN') await delay(retryMilliseconds, undefined, { ref: false })
      else {
        if (rest.length < bytes.length) this.#isCut = bytes.at(-rest.length - 1) !== 10
        return rest
      }
    }
    this.#isCut = false
    return rest
  }
}

const countOf = (lines: string): number => lines.split('\n').length - 1
