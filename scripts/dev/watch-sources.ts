import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from '../site/source-files.ts'

/** Folders with the sources of the service. */
const folders = ['data', 'build', 'dynamic', 'scripts/dev', 'scripts/service']
const isSource = (name: string) => name.endsWith('.ts') && !/\.test\.ts$|(^|[\\/])test[\\/]/.test(name)
const settleMilliseconds = 40

/** Calls back once after each burst of changes to the service's sources; returns a function that stops this. */
export function watchSources(onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !isSource(name)) return
      clearTimeout(timer)
      timer = setTimeout(onChange, settleMilliseconds)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
