// `npm start` imports and renders in a separate process: the service's memory stays small, and it can answer requests meanwhile.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
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

/** Renders what is missing while the service answers it from the catalog. */
export function renderMissing(_live: unknown, log: Logger): { readonly stop: () => Promise<void> } {
  const child = begin('render')
  const ended = once(child, 'exit')
  let isStopped = false
  child.once('spawn', () => {
    // Requests come first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  })
  ended.then(
    ([code, signal]) => {
      if (code === 0 || isStopped) return
      if (code === exitCodes.busy) log.info('nothing is rendered: an import is at work, and renders it')
      else log.error({ code, signal }, 'not everything could be rendered: `npm run render` tries again')
    },
    (error: unknown) => log.error({ err: error }, 'rendering could not begin'),
  )
  return {
    async stop() {
      isStopped = true
      child.kill()
      await ended.catch(() => undefined) // it was logged
    },
  }
}
