import { parentPort } from 'node:worker_threads'

export interface Call {
  readonly number: number
  /** Path of a method in the target, such as `['market', 'listings']`. */
  readonly path: readonly string[]
  readonly args: readonly unknown[]
}

export type Answer =
  | { readonly number: number; readonly value: unknown }
  | {
      readonly number: number
      readonly error: ThrownError & { readonly name: string; readonly cause?: ThrownError | undefined }
    }

/** An error outside of any call. */
export interface Report {
  readonly report: string
  readonly error: Error
}

interface ThrownError {
  readonly message: string
  readonly stack: string | undefined
}

/**
 * In a thread: answers calls of methods of `target`, each when it is done. The first message says that the thread is
 * ready.
 */
export function serveThread(target: object): void {
  const port = parentPort
  if (!port) throw new Error('This module runs in a thread')
  port.on('message', ({ number, path, args }: Call) => {
    const call = async () => await invoke(target, path, args)
    call().then(
      (value) => port.postMessage({ number, value } satisfies Answer),
      (error: unknown) => {
        const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error))
        const reason = cause instanceof Error ? { message: cause.message, stack: cause.stack } : undefined
        port.postMessage({ number, error: { name, message, stack, cause: reason } } satisfies Answer)
      },
    )
  })
  port.postMessage('ready')
}

/** In a thread: reports an error outside of any call to the thread that started this one. */
export function reportError(what: string, error: unknown): void {
  parentPort?.postMessage({
    report: what,
    error: error instanceof Error ? error : new Error(String(error)),
  } satisfies Report)
}

function invoke(target: object, path: readonly string[], args: readonly unknown[]): unknown {
  let owner: unknown = target
  for (const name of path.slice(0, -1)) owner = (owner as Record<string, unknown>)[name]
  const method = (owner as Record<string, unknown>)[path.at(-1) ?? '']
  if (typeof method !== 'function') throw new Error(`There is no method ${path.join('.')}`)
  return method.apply(owner, args) as unknown
}
