import type { APIRoute } from 'astro'
import { orProblem } from '../../lib/at-patch.ts'
import { localeOf, localeQuery } from '../../lib/language.ts'
import { ledgerOf } from '../../lib/ledger.ts'
import { namesOfPatch } from '../../lib/names-of-patch.ts'
import { packNames } from '../../lib/packed-names.ts'

export const GET: APIRoute = async ({ locals, params, url }) => {
  const named = orProblem(() => locals.patches.resolve(params.patch))
  if ('problem' in named) return Response.json(packNames({ lists: [], groups: [] }), { status: named.problem.status })
  const { found: patch } = named
  return Response.json(
    packNames(namesOfPatch(locals.api, await ledgerOf(locals, { ...patch, ...localeQuery(localeOf(url)) }))),
  )
}
