// `npm start` imports and renders in a separate process, so that the memory of the service stays small and it can
// answer requests meanwhile.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { root } from '../site/source-files.ts'
import { exitCodes } from '../command/exit-codes.ts'
import type { DataTask } from './data-task.ts'

function begin(task: DataTask) {
  return spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, 'data-task.ts'), task], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'), ...process.env },
  })
}

/** Runs a task, which reports its own errors. If it fails, this process exits with its code. */
export async function runDataTask(task: DataTask): Promise<void> {
  const [code] = (await once(begin(task), 'exit')) as [number | null]
  if (code !== 0) process.exit(code ?? exitCodes.unexpected)
}

/**
 * Time until rendering is tried again if another process has the folder, since that may be killed before it has
 * rendered everything.
 */
const retryMilliseconds = 5000

/** Renders missing files while the service answers from the catalog. */
export function renderMissing(_live: unknown, log: Logger): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const rendering = renderOnceFree(signal, log).catch((error: unknown) => {
    // `stop` aborts the pause before the next attempt.
    if ((error as Error).name !== 'AbortError') log.error({ err: error }, 'rendering could not begin')
  })
  return {
    async stop() {
      stopping.abort()
      await rendering
    },
  }
}

async function renderOnceFree(signal: AbortSignal, log: Logger): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const [code, ended] = await renderOnce(signal)
    if (signal.aborted || code === 0) return
    if (code !== exitCodes.busy)
      return log.error({ code, signal: ended }, 'not everything could be rendered: `npm run render` tries again')
    if (tries === 1) log.info('nothing is rendered: an import is at work; what is missing is rendered after it')
    await sleep(retryMilliseconds, undefined, { signal, ref: false })
  }
}

async function renderOnce(signal: AbortSignal): Promise<[code: number | null, signal: NodeJS.Signals | null]> {
  const child = begin('render')
  const stop = () => child.kill()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
