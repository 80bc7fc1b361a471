import { Problem, problemAnswer } from '../data/api/errors.ts'
import type { LiveStore } from '../data/api/live/live-store.ts'
import type { Generation } from './generation.ts'

/** What the API answers to a target, for pages that are made in this process. */
export interface Asked {
  readonly status: number
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Nothing where the answer is no JSON: a picture, a redirect. */
  readonly json: unknown
}

export type Ask = (target: string) => Promise<Asked>

/** Asks one state of the catalog, and the live store where there is one, as somebody would over HTTP. */
export function asker(generation: Generation, live?: LiveStore): Ask {
  return async (target) => {
    try {
      const answer = await generation.respond(target, { live, keeps: false })
      const { status, headers: given, etag } = answer
      const isJson = given['content-type']?.startsWith('application/json')
      const { bytes } = await answer.body('identity')
      const json = isJson ? (JSON.parse(bytes.toString()) as unknown) : undefined
      return { status, target, headers: { ...given, etag, 'content-length': String(bytes.length) }, json }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { status, headers, body } = problemAnswer(error)
      return { status, target, headers, json: JSON.parse(body) as unknown }
    }
  }
}
