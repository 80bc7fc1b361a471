import { respond } from '../../data/api/answer/respond.ts'
import type { Api } from '../../data/api/model/api.ts'
import { isProblem, problemAnswer } from '../../data/api/model/values/errors.ts'
import { readRequest } from '../../data/api/request/request.ts'
import { parseTarget } from '../../data/api/request/target.ts'
import type { Catalog } from '../../data/store/catalog/catalog.ts'
import type { ApiResponse } from '../../site/server/site-interface.ts'

/** Computes the answer of an endpoint that requires a key, which pages do not need; undefined for other targets. */
export function keyedAnswer(api: Api, catalog: Catalog, target: string): ApiResponse | undefined {
  const [path = ''] = target.split('?', 1)
  if (!api.match(path.slice(1).split('/'))?.endpoint.keyScope) return undefined
  const { status, headers, body } = answer(api, catalog, target)
  return { status, target, headers, json: JSON.parse(body) as unknown }
}

function answer(api: Api, catalog: Catalog, target: string) {
  try {
    return respond(readRequest(api, parseTarget(target), catalog), catalog)
  } catch (error) {
    if (!isProblem(error)) throw error
    return problemAnswer(error)
  }
}
