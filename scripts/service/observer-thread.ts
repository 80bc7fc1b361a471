// Makes observations off the main thread: building the sample world takes a second.
import { serveThread } from '../../data/store/live/threads/serve-thread.ts'
import { SimulatedObserver, type Feed } from '../../data/sample/observer/simulated-observer.ts'

const observer = new SimulatedObserver()

/** NDJSON of each feed in [from, to). */
function between(from: number, to: number): Partial<Record<Feed, string>> {
  const texts: Partial<Record<Feed, string>> = {}
  for (const { feed, line } of observer.between(from, to)) texts[feed] = `${texts[feed] ?? ''}${JSON.stringify(line)}\n`
  return texts
}

serveThread({ between })
