import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { messageOf } from '../../data/store/dialect/message-of.ts'

const defaultSilenceMilliseconds = 30_000

/** Reads files of a published tree over HTTP. Everything rejects with a sentence that names the address. */
export class TreeClient {
  readonly #root: string
  readonly #stopped = new AbortController()

  /** `root` is the folder that holds manifest.json. */
  constructor(root: string) {
    this.#root = root.endsWith('/') ? root : `${root}/`
  }

  /** Ends all requests. */
  close(): void {
    this.#stopped.abort(new Error('the service stops'))
  }

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

  /** Writes a file to `path`. If its SHA-256 is given, other bytes are refused; the caller removes the file after an error. */
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
        // A name must not outlive a power cut without its bytes.
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
