import { respondLive } from '../answer/respond.ts'
import type { Api } from '../model/api.ts'
import type { Endpoint } from '../model/endpoint.ts'
import type { LiveStore } from '../model/live-store.ts'
import type { CatalogStore } from '../model/store.ts'
import { Problem } from '../model/values/errors.ts'
import { createPause } from '../model/values/steps.ts'
import { readRequest } from '../request/request.ts'
import { parseTarget } from '../request/target.ts'
import { exampleValues, targetWith, type ExampleValues } from './example-values.ts'

/** A request of an endpoint that was answered with a 200 or a 302. */
export interface DocumentExample {
  /** Values of the path parameters and the required parameters. */
  readonly values: ExampleValues
  /** The answer as JSON or text; undefined if it is an asset. */
  readonly answer?: unknown
}

/** Examples by the id of the endpoint; endpoints for which the data is missing have none. */
export type DocumentExamples = ReadonlyMap<string, DocumentExample>

interface Reading {
  readonly api: Api
  readonly store: CatalogStore
  readonly live: LiveStore
  readonly pause: () => Promise<void> | undefined
}

interface Read {
  readonly status: number
  readonly answer?: unknown
}

/** Finds an example for each endpoint in the data that the service has now. */
export async function readExamples(api: Api, store: CatalogStore, live: LiveStore): Promise<DocumentExamples> {
  const pause = createPause()
  const read = (target: string) => readAnswer({ api, store, live, pause }, target)
  const known = new Map<string, Promise<unknown>>()
  const readJson = (target: string) => {
    const json = known.get(target) ?? read(target).then(({ answer }) => answer)
    known.set(target, json)
    return json
  }
  const examples = new Map<string, DocumentExample>()
  for (const endpoint of api.endpoints) {
    // The document cannot contain itself as an example.
    if (endpoint.id === 'openapi') continue
    const example = await exampleOf(endpoint, read, await exampleValues(endpoint, readJson))
    if (example) examples.set(endpoint.id, example)
    await pause()
  }
  return examples
}

/** The first candidate whose answer is not empty, else the first that is answered. */
async function exampleOf(
  endpoint: Endpoint,
  read: (target: string) => Promise<Read>,
  candidates: readonly ExampleValues[],
): Promise<DocumentExample | undefined> {
  const limit = ['limit', 'page_size'].find((name) => endpoint.envelope?.params[name])
  let first: DocumentExample | undefined
  for (const values of candidates) {
    const { status, answer } = await read(targetWith(endpoint, values, limit ? [[limit, '2']] : []))
    if (status !== 200 && status !== 302) continue
    const example = { values, ...(answer !== undefined && { answer }) }
    if (!isEmptyAnswer(answer)) return example
    first ??= example
  }
  return first
}

/** Whether an answer is useless as an example, because it or one of its lists is empty or null. */
function isEmptyAnswer(answer: unknown): boolean {
  if (answer === null || (Array.isArray(answer) && answer.length === 0)) return true
  if (typeof answer !== 'object' || Array.isArray(answer)) return false
  const { body, ...others } = answer as Record<string, unknown>
  return (
    (body !== undefined && isEmptyAnswer(body)) ||
    Object.values(others).some((one) => Array.isArray(one) && isEmptyAnswer(one))
  )
}

/** Answers a target. Some answers have megabytes, so they may be parsed in a later turn of the event loop. */
async function readAnswer({ api, store, live, pause }: Reading, target: string): Promise<Read> {
  try {
    const request = readRequest(api, parseTarget(target), store)
    const { status, headers, body, asset } = await respondLive(request, live, store)
    if (asset !== undefined || body === '') return { status }
    const isJson = headers['content-type']?.startsWith('application/json')
    await pause()
    return { status, answer: isJson ? (JSON.parse(body) as unknown) : body }
  } catch (error) {
    if (error instanceof Problem) return { status: error.status }
    throw error
  }
}
