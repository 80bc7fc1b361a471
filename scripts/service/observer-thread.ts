// Makes observations off the main thread, because building the sample world takes a second.
import { serveThread } from '../../data/store/threads/serve-thread.ts'
import { linesByFeed, SimulatedObserver } from '../../data/sample/observer/simulated-observer.ts'

const observer = new SimulatedObserver()

serveThread({ between: (from: number, to: number) => linesByFeed(observer.between(from, to)) })
