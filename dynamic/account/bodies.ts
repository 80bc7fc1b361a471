// Reads bodies and queries of requests to /account: a body is JSON of at most 16 KB without unknown fields.
import express, { type Request, type RequestHandler } from 'express'
import type { z } from 'zod'
import {
  invalidParameters,
  Problem,
  type ParameterError,
  type ProblemCode,
} from '../../data/api/model/values/errors.ts'
import { AccountValidationError } from '../../data/store/accounts/account-validation-error.ts'

const maxBodyBytes = 16 * 1024
const parse: RequestHandler = express.json({ limit: maxBodyBytes, inflate: false, type: 'application/json' })

const parseErrors: Readonly<Record<string, [ProblemCode, string]>> = {
  'entity.too.large': ['payload_too_large', `A body may have at most ${maxBodyBytes / 1024} KB.`],
  'encoding.unsupported': ['unsupported_media_type', 'A body is sent as it is, without Content-Encoding.'],
  'charset.unsupported': ['unsupported_media_type', 'A body is UTF-8.'],
}

/**
 * Middleware that reads a JSON body into `req.body`, which is undefined if there is none. Refuses other media types.
 */
export const jsonBody: RequestHandler = (req, res, next) => {
  if (req.headers['content-length'] === '0') return next()
  if (req.is('application/json') === false)
    throw new Problem('unsupported_media_type', 'The body is JSON: Content-Type: application/json.')
  parse(req, res, (error?: unknown) => {
    if (error === undefined) return next()
    const { type } = error as { type?: string }
    const [code, detail] = parseErrors[type ?? ''] ?? ['bad_request', 'The body is not a JSON object.']
    next(new Problem(code, detail))
  })
}

/** Returns the validated body. Throws `invalid_parameter` with a validation error for each invalid parameter. */
export const readBody = <T>(req: Request, schema: z.ZodType<T>): T => read(schema, req.body ?? {})

/** Returns the validated query. Throws `invalid_parameter`, also for a repeated name. */
export const readQuery = <T>(req: Request, schema: z.ZodType<T>): T => read(schema, { ...req.query })

/**
 * Awaits a change of an account. Its validation errors become problems: `not_found` for an unknown key, else
 * `bad_request` or `invalid_parameter`.
 */
export async function runAccountAction<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AccountValidationError)) throw error
    const { field, message, allowed } = error
    if (field === 'prefix') throw new Problem('not_found', message)
    if (field === 'state') throw new Problem('bad_request', message)
    throw invalidParameters([{ parameter: field, message, ...(allowed && { allowed }) }])
  }
}

function read<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const all = result.error.issues.flatMap(errorsOf)
  throw invalidParameters(all.filter((error, at) => all.findIndex((f) => f.parameter === error.parameter) === at))
}

function errorsOf(issue: z.core.$ZodIssue): ParameterError[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((parameter) => ({ parameter, message: 'is unknown' }))
  const parameter = issue.path.join('.') || 'body'
  if (issue.code === 'invalid_value') return [{ parameter, message: issue.message, allowed: issue.values.map(String) }]
  return [{ parameter, message: issue.message }]
}
