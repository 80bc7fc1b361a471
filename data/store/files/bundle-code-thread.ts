// A thread that bundles once: what `workerData` says, and posts the text.
import { parentPort, workerData } from 'node:worker_threads'
import { build, stop, type BuildOptions } from 'esbuild'

const { outputFiles } = await build({
  bundle: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'silent',
  ...(workerData as BuildOptions),
  write: false,
})
await stop()
parentPort?.postMessage(outputFiles[0]?.text ?? '')
