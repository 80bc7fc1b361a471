// A thread that bundles code once, with the options in `workerData`, and posts the text.
import { parentPort, workerData } from 'node:worker_threads'
import { setTimeout as sleep } from 'node:timers/promises'
import { build, stop, type BuildOptions } from 'esbuild'

/** Time for the process of the bundler to end. If the thread ended first, nobody would collect its exit status. */
const endMilliseconds = 500

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
  await sleep(endMilliseconds)
}
