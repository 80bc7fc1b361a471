import { problems, type ProblemCode } from '../model/values/errors.ts'
import { problemHelp } from '../answer/problem-help.ts'
import { headerRefs, problemHeaders } from './headers.ts'
import { refTo, type Json } from './json.ts'

/** A shared response for each documented status of problems, with an example of each of its codes. */
export function problemResponses(): Json {
  const codes = Object.keys(problems) as ProblemCode[]
  const documented = codes.filter((code) => [400, 401, 403, 404, 416, 429, 500, 503].includes(problems[code].status))
  const statuses = [...new Set(documented.map((code) => problems[code].status))]
  return Object.fromEntries(
    statuses.map((status) => {
      const [first, ...others] = documented.filter((code) => problems[code].status === status)
      const examples = [first, ...others].flatMap((code) => (code ? [[code, { value: exampleOf(code) }]] : []))
      const headers = headerRefs(problemHeaders(status))
      const content = {
        'application/problem+json': {
          schema: refTo('schemas', 'Problem'),
          examples: Object.fromEntries(examples) as Json,
        },
      }
      return [`Problem${status}`, { description: problems[first as ProblemCode].title, headers, content }]
    }),
  )
}

function exampleOf(code: ProblemCode): Json {
  const { status, title } = problems[code]
  const errors = [
    { parameter: 'limit', message: 'got "500", which is out of range', allowed: ['1 to 250'] },
    { parameter: 'rarty', message: 'is not a parameter of this endpoint', did_you_mean: 'rarity' },
  ]
  return {
    ...{ type: `/errors#${code}`, title, status, detail: problemHelp[code].remedy, code, request_id: '01JD3Z2Q7F' },
    ...(code === 'unknown_patch' && { did_you_mean: '1.2.0.2247' }),
    ...(code === 'invalid_parameter' && { errors }),
  }
}
