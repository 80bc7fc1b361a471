import type { CallToolResult } from '@modelcontextprotocol/server'
import { errorSentence, Problem, problemAnswer } from '../../data/api/model/values/errors.ts'
import { createPause } from '../../data/api/model/values/steps.ts'
import { redactKeys } from '../../data/store/accounts/redact-keys.ts'
import type { AccessLog } from '../http/access-log.ts'
import { problemOf } from '../http/log-failure.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { ApiAnswers } from '../listener/api-requests.ts'
import type { Logger } from 'pino'
import { toolTarget } from './tool-target.ts'
import type { ApiTool } from './tools.ts'

export interface CallOptions {
  readonly answerApi: ApiAnswers
  readonly log: Logger
  readonly accessLog: AccessLog
}

type Arguments = Readonly<Record<string, unknown>>

/**
 * Sends the API request of a tool call on behalf of the caller: it is counted, logged and measured like that request.
 * Problems are results too. A call that yields no request costs nothing.
 */
export async function callTool(
  tool: ApiTool,
  args: Arguments,
  caller: RequestContext,
  { answerApi, log, accessLog }: CallOptions,
): Promise<CallToolResult> {
  let context = caller
  let status = 200
  const began = performance.now()
  const pause = createPause()
  try {
    context = caller.subrequest(toolTarget(tool, args))
    const { bytes } = await (await answerApi(context)).body('identity')
    await pause()
    const text = bytes.toString()
    return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> }
  } catch (error) {
    const problem = problemOf(log, context, error)
    status = problem.status
    context.problem = problem.code
    return problemResult(problem, caller.id)
  } finally {
    if (context !== caller) {
      accessLog.record(context, status, performance.now() - began)
      caller.quotaHeaders = context.quotaHeaders
    }
  }
}

/** The problem's `detail`, then a line for each validation error; the whole problem as structured content. */
function problemResult(problem: Problem, requestId: string): CallToolResult {
  const body = redactKeys(problemAnswer(problem, requestId, true).body)
  const { detail, errors = [] } = JSON.parse(body) as Pick<Problem, 'errors'> & { readonly detail: string }
  const lines = errors.map((error) =>
    [errorSentence(error), ...(error.allowed ? [`Allowed: ${error.allowed.join(', ')}.`] : [])].join(' '),
  )
  return {
    isError: true,
    content: [detail, ...(lines.length > 0 ? [lines.join('\n')] : [])].map((text) => ({ type: 'text', text })),
    structuredContent: JSON.parse(body) as Record<string, unknown>,
  }
}
