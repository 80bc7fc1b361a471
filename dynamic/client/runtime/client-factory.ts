import type { Operation } from './operation.ts'
import type { ClientOptions } from './options.ts'
import { parseAnswer, RowList } from './row-list.ts'
import { readCall, type Call } from './target.ts'
import { Transport } from './transport.ts'

type Method = (...args: readonly unknown[]) => unknown
type Group = Record<string, Method>

/**
 * Returns `createClient` for the given operations: a client has a method for each, under the names of the operation.
 */
export function clientFactory(
  operations: readonly Operation[],
): (options: ClientOptions) => Record<string, Group | Method> {
  return ({ locale, ...options }) => {
    const transport = new Transport(options)
    const methods = new Map<string, Group | Method>()
    for (const operation of operations) {
      const [first = '', second] = operation.name
      const method = methodOf(operation, transport, locale)
      if (second === undefined) methods.set(first, method)
      else methods.set(first, { ...(methods.get(first) as Group | undefined), [second]: method })
    }
    return Object.fromEntries(methods)
  }
}

function methodOf(operation: Operation, transport: Transport, locale: string | undefined): Method {
  const { result } = operation
  const callOf = (args: readonly unknown[]) => readCall(operation, args, locale)
  if (result === 'list') return (...args) => new RowList(operation, transport, callOf(args))
  if (result === 'response')
    return async (...args) => {
      const { target, signal } = callOf(args)
      return transport.open(target, signal)
    }
  return async (...args) => read(operation, transport, callOf(args))
}

async function read(operation: Operation, transport: Transport, { target, signal }: Call): Promise<unknown> {
  const answer = await transport.read(target, signal)
  if (operation.result === 'text') return answer.text
  const json = parseAnswer(answer, operation)
  return operation.result === 'body' ? (json as { readonly body: unknown }).body : json
}
