import { Problem, problemAnswer } from '../../data/api/model/values/errors.ts'
import { createPause } from '../../data/api/model/values/steps.ts'
import type { LiveStore } from '../../data/api/model/live-store.ts'
import type { ApiClient, PictureClient } from '../../site/server/site-interface.ts'
import type { Generation } from '../catalog/generation.ts'

/** Creates a client that requests one generation of the catalog, and the live store if given, as over HTTP. */
export function createApiClient(generation: Generation, live?: LiveStore): ApiClient {
  // A page makes several requests. Between them, other requests are handled.
  const pause = createPause()
  return async (target) => {
    await pause()
    try {
      const answer = await generation.respondTo(target, live)
      const { status, headers: given, etag } = answer
      const isJson = given['content-type']?.startsWith('application/json')
      const isText = status === 200 && given['content-type']?.startsWith('text/')
      const { bytes } = await answer.body('identity')
      await pause()
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

/**
 * Creates a client for pictures of one generation. It resolves to the bytes, or to undefined if the answer is not a
 * picture.
 */
export function createPictureClient(generation: Generation): PictureClient {
  return async (target) => {
    try {
      const answer = await generation.respondTo(target)
      const isPicture = answer.status === 200 && answer.headers['content-type']?.startsWith('image/')
      return isPicture ? (await answer.body('identity')).bytes : undefined
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return undefined
    }
  }
}
