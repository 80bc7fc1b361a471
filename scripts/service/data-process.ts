// `npm start` imports and renders in a separate process: the service's memory stays small, and it can answer requests meanwhile.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
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

/** Runs the task; if it fails, which it reports itself, this process exits with its code. */
export async function runDataTask(task: DataTask): Promise<void> {
  const [code] = (await once(begin(task), 'exit')) as [number | null]
  if (code !== 0) process.exit(code ?? exitCodes.unexpected)
}

/** How long after it was refused rendering is tried again: whoever has the folder may be killed before everything is rendered. */
const retryMilliseconds = 5000

/** Renders what is missing while the service answers it from the catalog. */
export function renderMissing(_live: unknown, log: Logger): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const rendering = renderOnceFree(signal, log).catch((error: unknown) => {
    // The pause before another try is what a stop ends.
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
  // Requests come first.
  child.once('spawn', () => child.pid !== undefined && setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL))
  try {
    return (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
