import { workerData } from 'node:worker_threads'
import { LiveReader } from '../reading/live-reader.ts'
import { serveThread } from './serve-thread.ts'

const { file, indexed } = workerData as { file: string; indexed: boolean }
const reader = new LiveReader(file)
if (indexed) await reader.market.follow()
serveThread(reader)
