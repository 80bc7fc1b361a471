// A thread that bundles once: what `workerData` says, and posts the text.
import { parentPort, workerData } from 'node:worker_threads'
import { setTimeout as sleep } from 'node:timers/promises'
import { build, stop, type BuildOptions } from 'esbuild'

/** The bundler's process ends within milliseconds. If the thread ended first, nobody would collect its exit status. */
const untilEndedMilliseconds = 500

try {
  const { outputFiles } = await build({
    bundle: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    ...(workerData as BuildOptions),
    write: false,
  })
  parentPort?.postMessage(outputFiles[0]?.text ?? '')
} finally {
  await stop()
  await sleep(untilEndedMilliseconds)
}
