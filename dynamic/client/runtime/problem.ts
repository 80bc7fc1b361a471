/** Body of an error (RFC 9457). */
type ProblemFields = Readonly<Record<string, unknown>> & {
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly code: string
}

/** An error response of the API, with every field of its body. */
export class Problem extends Error {
  override readonly name = 'Problem'
  declare readonly status: number
  declare readonly code: string

  constructor(fields: ProblemFields) {
    super(messageOf(fields))
    Object.assign(this, fields)
  }
}

function messageOf({ status, code, detail, errors }: ProblemFields): string {
  const invalid = Array.isArray(errors) ? (errors as { parameter?: string; message?: string }[]) : []
  const parts = invalid.map(({ parameter, message }) => `${parameter} ${message}`)
  return [`${status} ${code}: ${detail}`, ...parts].join('\n  ')
}

/**
 * Reads the problem of an error response. `code` is `unknown` if it has none, such as an error page or JSON of a proxy.
 */
export async function problemOf(response: Response): Promise<Problem> {
  const { status, statusText, headers } = response
  const text = await response.text()
  const requestId = headers.get('x-request-id')
  return new Problem({
    type: 'about:blank',
    title: statusText,
    status,
    detail: `${response.url} answered ${status} ${statusText}`.trimEnd(),
    code: 'unknown',
    ...(requestId !== null && { request_id: requestId }),
    ...(/^application\/problem\+json\b/.test(headers.get('content-type') ?? '') && fieldsIn(text)),
  })
}

function fieldsIn(text: string): object {
  try {
    const body = JSON.parse(text) as unknown
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}
