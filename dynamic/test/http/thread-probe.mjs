// Loaded into the service's process: tells how long its main thread was held by one piece of work, between two requests
// of a suite.
import { createServer } from 'node:http'
import { performance } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** What the thread computed, in ms: what other processes take of the core does not count. */
const computed = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The shorter of the two: each is too long at times, by what others took of the core, or by the steps in which it is counted. */
function watch() {
  const [processor, clock] = [computed(), performance.now()]
  return () => Math.min(computed() - processor, performance.now() - clock)
}

const row = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [`column_${at}`, at % 3 === 0 ? at : `text ${at}`]),
)
const text = JSON.stringify(row)
const budgetMilliseconds = 25
/** On an idle core of the machine where budgets were set this takes as long as the budget. */
const rounds = 4900

/** How long 25 ms of work `took` here and now. A slow or busy machine may take as long, a fast one has the same 25 ms. */
function calibrate() {
  const passed = watch()
  for (let round = 0; round < rounds; round += 1) JSON.stringify({ ...JSON.parse(text), round })
  const took = passed()
  return { took, budget: Math.max(budgetMilliseconds, took) }
}

let isWatching = false
let longest = 0
let passed = watch()

/** One turn of the event loop: all that was done since the last one. */
function turn() {
  longest = Math.max(longest, passed())
  passed = watch()
  if (isWatching) setImmediate(turn)
}

/** Turn by turn the thread never rests until the end; all of it at once is at least as much as its longest turn. */
function begin(eachTurn) {
  longest = 0
  isWatching = eachTurn
  passed = watch()
  if (eachTurn) setImmediate(turn)
  return {}
}

function end() {
  turn()
  isWatching = false
  return { held: longest }
}

const answers = {
  '/begin': () => begin(false),
  '/begin-turns': () => begin(true),
  '/end': end,
  '/calibrate': calibrate,
}

if (isMainThread) {
  for (let time = 0; time < 5; time += 1) calibrate()
  const server = createServer((request, response) => response.end(JSON.stringify(answers[request.url]?.() ?? {})))
  server.listen(0, '127.0.0.1', () => console.error(`probe on port ${server.address().port}`))
  server.unref()
}
