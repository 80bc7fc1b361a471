import { workerData } from 'node:worker_threads'
import type { StoreLocation } from '../../dialect/open-store.ts'
import { LiveReader } from '../reading/live-reader.ts'
import { serveThread } from './serve-thread.ts'

const { location, indexed } = workerData as { location: StoreLocation; indexed: boolean }
const reader = await LiveReader.open(location)
// A database that is away says so at every read.
if (indexed) await reader.market.follow().catch(() => undefined)
serveThread(reader)
