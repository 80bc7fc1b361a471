// Answers of /account: JSON that is never cached and that no other site can read.
import type { Request, Response } from 'express'
import { problemAnswer, type Problem } from '../../data/api/model/values/errors.ts'
import { contextOf } from '../http/request-context.ts'

const headersOf = (req: Request): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'Cookie',
  'x-content-type-options': 'nosniff',
  'x-request-id': contextOf(req).id,
})

/** Sends `{ body }`, the envelope of every single row of the API. */
export function sendJson(req: Request, res: Response, body: unknown, status = 200): void {
  send(res, status, { ...headersOf(req), 'content-type': 'application/json; charset=utf-8' }, JSON.stringify({ body }))
}

export function sendNoContent(req: Request, res: Response): void {
  res.writeHead(204, headersOf(req)).end()
}

/** Redirects with a 303, after a GET that changed something or to another site. */
export function sendRedirect(req: Request, res: Response, location: string): void {
  res.writeHead(303, { ...headersOf(req), location, 'content-length': 0 }).end()
}

/** Sends a problem with the headers of `/account`. */
export function sendAccountProblem(req: Request, res: Response, problem: Problem): void {
  const { status, headers, body } = problemAnswer(problem, contextOf(req).id)
  send(res, status, { ...headers, ...headersOf(req) }, body)
}

function send(res: Response, status: number, headers: Record<string, string>, text: string): void {
  const bytes = Buffer.from(text)
  res.writeHead(status, { ...headers, 'content-length': bytes.length }).end(res.req.method === 'HEAD' ? '' : bytes)
}
