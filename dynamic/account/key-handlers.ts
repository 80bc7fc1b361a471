import type { Request, RequestHandler } from 'express'
import { z } from 'zod'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Accounts } from '../../data/store/accounts/accounts.ts'
import { readPrefix } from '../../data/store/accounts/key-text.ts'
import { scopes } from '../../data/store/accounts/scopes.ts'
import { sendJson } from './answers.ts'
import { runAccountAction, readBody } from './bodies.ts'
import { signedInOwner } from './session-cookie.ts'

const maxLiveKeysPerOwner = 20
const defaultGraceDays = 7

const text = z.string().max(300)
const origins = z.array(text).max(50)
const createBody = z.strictObject({
  name: text,
  scopes: z.array(z.enum(scopes)).max(scopes.length).default(['tooltips']),
  origins: origins.default([]),
  expires_in_days: z.int().min(1).max(3650).optional(),
})
const changeBody = z.strictObject({ name: text.optional(), origins: origins.optional() })
const rotateBody = z.strictObject({ grace_days: z.int().min(0).max(30).default(defaultGraceDays) })

/** Creates the handlers of `/account/keys`, through which users see and change only their own keys. */
export function keyHandlers(accounts: Accounts) {
  const { keys } = accounts
  const handle =
    (answer: (req: Request, ownerId: number) => Promise<unknown>, status = 200): RequestHandler =>
    async (req, res) => {
      const { id } = await signedInOwner(req, accounts)
      sendJson(req, res, await runAccountAction(answer(req, id)), status)
    }
  return {
    list: handle((_req, ownerId) => keys.list(ownerId)),
    create: handle((req, ownerId) => {
      const { expires_in_days: expiresInDays, ...input } = readBody(req, createBody)
      return keys.create(ownerId, { ...input, expiresInDays, maxLive: maxLiveKeysPerOwner })
    }, 201),
    change: handle((req, ownerId) => keys.change(prefixOf(req), readBody(req, changeBody), ownerId)),
    rotate: handle((req, ownerId) => {
      const { grace_days: graceDays } = readBody(req, rotateBody)
      return keys.rotate(prefixOf(req), graceDays, ownerId, maxLiveKeysPerOwner)
    }, 201),
    revoke: handle((req, ownerId) => keys.revoke(prefixOf(req), ownerId)),
  }
}

function prefixOf(req: Request): string {
  const given = String(req.params.prefix)
  const prefix = given.length <= 'dl_'.length + 8 ? readPrefix(given) : undefined
  if (prefix !== undefined) return prefix
  throw new Problem('not_found', 'A key is named by its prefix, such as dl_abcd2345.')
}
