// Plain JavaScript, as threads start without a loader for TypeScript.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(workerData.module)
