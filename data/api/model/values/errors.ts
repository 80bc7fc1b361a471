/** All errors that this service answers with (RFC 9457). Codes are permanent; `maxAgeSeconds` 0 means `no-store`. */
export const problems = {
  invalid_parameter: { status: 400, title: 'A parameter is not valid', maxAgeSeconds: 60 },
  bad_request: { status: 400, title: 'The request is malformed', maxAgeSeconds: 0 },
  unauthenticated: { status: 401, title: 'A valid API key is needed', maxAgeSeconds: 0 },
  insufficient_scope: { status: 403, title: 'The API key lacks a scope', maxAgeSeconds: 0 },
  origin_not_allowed: { status: 403, title: 'The API key is not for this origin', maxAgeSeconds: 0 },
  not_found: { status: 404, title: 'There is nothing here', maxAgeSeconds: 60 },
  unknown_patch: { status: 404, title: 'There is no such patch', maxAgeSeconds: 60 },
  method_not_allowed: { status: 405, title: 'The method is not allowed', maxAgeSeconds: 0 },
  request_timeout: { status: 408, title: 'The request took too long to arrive', maxAgeSeconds: 0 },
  payload_too_large: { status: 413, title: 'The body is too large', maxAgeSeconds: 0 },
  unsupported_media_type: { status: 415, title: 'The media type is not supported', maxAgeSeconds: 0 },
  range_not_satisfiable: { status: 416, title: 'The range is beyond the end', maxAgeSeconds: 0 },
  rate_limited: { status: 429, title: 'Too many requests', maxAgeSeconds: 0 },
  header_too_large: { status: 431, title: 'The headers are too large', maxAgeSeconds: 0 },
  internal_error: { status: 500, title: 'Something went wrong here', maxAgeSeconds: 0 },
  unavailable: { status: 503, title: 'The service is not ready', maxAgeSeconds: 0 },
} as const

/** Maximum number of invalid names that are reported individually, each with its closest match; the others are only counted. */
export const maxReportedNames = 10

export type ProblemCode = keyof typeof problems

/** One validation error of one parameter, as in `errors` of a 400. */
export interface ParameterError {
  parameter: string
  message: string
  allowed?: readonly string[]
  did_you_mean?: string
}

const brand = Symbol.for('deepledger.Problem')

/** An error with its own response. Any other thrown error is answered as `internal_error`. */
export class Problem extends Error {
  readonly [brand] = true
  readonly code: ProblemCode
  readonly errors: readonly ParameterError[] | undefined
  /** The version or branch that was probably intended, for `unknown_patch`. */
  readonly didYouMean: string | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ProblemCode,
    detail: string,
    extra: {
      errors?: readonly ParameterError[]
      didYouMean?: string
      headers?: Record<string, string>
      /** The error to log. */
      cause?: Error
    } = {},
  ) {
    super(detail, extra.cause && { cause: extra.cause })
    this.name = 'Problem'
    this.code = code
    this.errors = extra.errors
    this.didYouMean = extra.didYouMean
    this.headers = extra.headers ?? {}
  }

  get status(): number {
    return problems[this.code].status
  }
}

/** Recognizes problems of any copy of this module, because the built site contains its own copy. */
export const isProblem = (error: unknown): error is Problem => error instanceof Error && brand in error

/** A validation error as a sentence, without the allowed values. */
export const errorSentence = ({ parameter, message, did_you_mean: near }: ParameterError): string =>
  `${parameter} ${message}.${near === undefined ? '' : ` Did you mean ${near}?`}`

/** A 400 with all validation errors of a request; its detail describes the first. */
export function invalidParameters(errors: readonly ParameterError[]): Problem {
  const names = [...new Set(errors.map((error) => error.parameter))].join(', ')
  const first = errors.slice(0, 1).map(errorSentence)
  const detail = [`Not valid: ${names}.`, ...first, 'See errors for what is allowed.'].join(' ')
  return new Problem('invalid_parameter', detail, { errors, headers: { vary: 'Prefer' } })
}

/**
 * Status, headers and body (`application/problem+json`) of a problem. The body contains the request id unless shared
 * caches may reuse the response for other requests; `isPrivate` prevents that.
 */
export function problemAnswer(problem: Problem, requestId?: string, isPrivate = false) {
  const { status, title, maxAgeSeconds } = problems[problem.code]
  const isPublic = maxAgeSeconds > 0 && !isPrivate
  const body = {
    type: `/errors#${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code,
    request_id: isPublic ? undefined : requestId,
    did_you_mean: problem.didYouMean,
    errors: problem.errors,
  }
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': isPublic ? `public, max-age=${maxAgeSeconds}` : 'no-store',
      ...problem.headers,
    } as Record<string, string>,
    body: JSON.stringify(body),
  }
}
