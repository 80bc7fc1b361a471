import type { APIRoute } from 'astro'
import { localeOf, localeQuery } from '../../lib/language.ts'
import { ledgerOf } from '../../lib/ledger.ts'
import { namesOfPatch } from '../../lib/names-of-patch.ts'
import { packNames } from '../../lib/packed-names.ts'

export const GET: APIRoute = async ({ locals, params, url }) => {
  const patch = params.patch === 'current' ? locals.patches.current() : locals.patches.byId(Number(params.patch))
  if (!patch) return Response.json(packNames({ lists: [], groups: [] }), { status: 404 })
  return Response.json(
    packNames(namesOfPatch(locals.api, await ledgerOf(locals, { ...patch, ...localeQuery(localeOf(url)) }))),
  )
}
