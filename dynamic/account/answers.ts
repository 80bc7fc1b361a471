// How /account answers: JSON that nobody keeps and no other site reads.
import type { Request, Response } from 'express'
import { problemAnswer, type Problem } from '../../data/api/errors.ts'
import { requestIdOf } from '../request-id.ts'

const headersOf = (req: Request): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'Cookie',
  'x-content-type-options': 'nosniff',
  'x-request-id': requestIdOf(req),
})

/** `{ body }`, like every single row of the API. */
export function sendBody(req: Request, res: Response, body: unknown, status = 200): void {
  send(res, status, { ...headersOf(req), 'content-type': 'application/json; charset=utf-8' }, JSON.stringify({ body }))
}

export function sendNothing(req: Request, res: Response): void {
  res.writeHead(204, headersOf(req)).end()
}

/** After a GET that changed something, or to another site. */
export function sendElsewhere(req: Request, res: Response, location: string): void {
  res.writeHead(303, { ...headersOf(req), location, 'content-length': 0 }).end()
}

export function sendAccountProblem(req: Request, res: Response, problem: Problem): void {
  const { status, headers, body } = problemAnswer(problem, requestIdOf(req))
  send(res, status, { ...headers, ...headersOf(req) }, body)
}

function send(res: Response, status: number, headers: Record<string, string>, text: string): void {
  const bytes = Buffer.from(text)
  res.writeHead(status, { ...headers, 'content-length': bytes.length }).end(res.req.method === 'HEAD' ? '' : bytes)
}
