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
 * Answers a tool call with the API request that it stands for, on behalf of the caller: the request counts against the
 * quota, and is logged and measured like any other. Problems become results, so it never rejects. A call whose
 * arguments yield no request costs nothing.
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

/**
 * Returns the problem's `detail` and a line for each validation error, with the whole problem as structured content.
 */
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
