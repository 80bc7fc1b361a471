import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { messageOf } from '../../data/store/dialect/message-of.ts'

const defaultSilenceMilliseconds = 30_000

/** Reads files of a published tree over HTTP. All methods reject with an `Error` that names the URL. */
export class TreeClient {
  readonly #root: string
  readonly #stopped = new AbortController()

  /** `root` is the URL of the folder that contains manifest.json. */
  constructor(root: string) {
    this.#root = root.endsWith('/') ? root : `${root}/`
  }

  /** Aborts all requests. */
  close(): void {
    this.#stopped.abort(new Error('the service stops'))
  }

  /** Reads a file as text. `maxSilenceMilliseconds` is the maximum time without data. */
  async text(name: string, maxSilenceMilliseconds?: number): Promise<string> {
    let text = ''
    const take = async (chunks: AsyncIterable<Uint8Array>) => {
      const decoder = new TextDecoder()
      for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true })
      text += decoder.decode()
    }
    await this.#read(name, take, maxSilenceMilliseconds)
    return text
  }

  /** Downloads a file to `path`. Rejects if its SHA-256 is not the given one; the caller removes the file after an error. */
  async save(name: string, path: string, sha256?: string): Promise<void> {
    const digest = createHash('sha256')
    await this.#read(name, (chunks) =>
      pipeline(
        chunks,
        async function* (bytes: AsyncIterable<Uint8Array>) {
          for await (const chunk of bytes) {
            digest.update(chunk)
            yield chunk
          }
        },
        // After a power cut, a file must not exist without its bytes.
        createWriteStream(path, { flush: true }),
      ),
    )
    const found = digest.digest('hex')
    if (sha256 !== undefined && found !== sha256)
      throw new Error(`${this.#root}${name} is damaged: its SHA-256 is ${found}.`)
  }

  async #read(
    name: string,
    take: (chunks: AsyncIterable<Uint8Array>) => Promise<void>,
    maxSilenceMilliseconds = defaultSilenceMilliseconds,
  ): Promise<void> {
    const url = `${this.#root}${name}`
    const silent = new AbortController()
    const timer = setTimeout(
      () => silent.abort(new Error(`no data for ${maxSilenceMilliseconds / 1000} s`)),
      maxSilenceMilliseconds,
    )
    const signal = AbortSignal.any([this.#stopped.signal, silent.signal])
    try {
      const response = await fetch(url, { signal, headers: { 'cache-control': 'no-cache' } })
      if (!response.ok || !response.body) throw new Error(`the answer is ${response.status}`)
      await take(
        withChunkCallback(Readable.fromWeb(response.body as ReadableStream<Uint8Array>), () => timer.refresh()),
      )
    } catch (error) {
      const { cause = error } = error as Error
      throw new Error(`${url} could not be read: ${messageOf(cause)}`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }
}

async function* withChunkCallback(chunks: AsyncIterable<Uint8Array>, onChunk: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onChunk()
    yield chunk
  }
}
