import { Problem, problemAnswer } from '../data/api/errors.ts'
import type { LiveStore } from '../data/api/live/live-store.ts'
import type { Generation } from './generation.ts'

/** What the API answers to a target, for pages that are made in this process. */
export interface Asked {
  readonly status: number
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** A plain text as it is; nothing where the answer is neither: a picture, a redirect. */
  readonly json: unknown
}

export type Ask = (target: string) => Promise<Asked>

/** Bytes of a picture of the API; nothing where there is none. */
export type AskPicture = (target: string) => Promise<Uint8Array | undefined>

/** Asks one state of the catalog, and the live store where there is one, as somebody would over HTTP. */
export function asker(generation: Generation, live?: LiveStore): Ask {
  return async (target) => {
    try {
      const answer = await generation.respond(target, { live, keeps: false })
      const { status, headers: given, etag } = answer
      const isJson = given['content-type']?.startsWith('application/json')
      const isText = status === 200 && given['content-type']?.startsWith('text/plain')
      const { bytes } = await answer.body('identity')
      const text = isJson || isText ? bytes.toString() : ''
      const json = isJson ? (JSON.parse(text) as unknown) : isText ? text : undefined
      return { status, target, headers: { ...given, etag, 'content-length': String(bytes.length) }, json }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { status, headers, body } = problemAnswer(error)
      return { status, target, headers, json: JSON.parse(body) as unknown }
    }
  }
}

/** Asks one state of the catalog for pictures. */
export function pictureAsker(generation: Generation): AskPicture {
  return async (target) => {
    try {
      const answer = await generation.respond(target, { keeps: false })
      const isPicture = answer.status === 200 && answer.headers['content-type']?.startsWith('image/')
      return isPicture ? (await answer.body('identity')).bytes : undefined
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return undefined
    }
  }
}
