// Loaded into the process of the service: measures for how long a request of a suite blocks its main thread.
import { createServer } from 'node:http'
import { performance } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Returns the processor time of the thread in milliseconds, which does not depend on other processes. */
const processorTime = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Returns a function that gives the milliseconds since now: the shorter of processor time, which is counted coarsely,
 * and clock time, which includes other processes.
 */
function startTimer() {
  const [processor, clock] = [processorTime(), performance.now()]
  return () => Math.min(processorTime() - processor, performance.now() - clock)
}

const row = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [`column_${at}`, at % 3 === 0 ? at : `text ${at}`]),
)
const text = JSON.stringify(row)
const budgetMilliseconds = 25
/** Number of rounds that take as long as the budget on an idle core of the machine where budgets were set. */
const rounds = 4900

/**
 * Measures a fixed piece of work, which is nominally 25 ms. The budget is the time that it took, but at least 25 ms.
 */
function calibrate() {
  const passed = startTimer()
  for (let round = 0; round < rounds; round += 1) JSON.stringify({ ...JSON.parse(text), round })
  const took = passed()
  return { took, budget: Math.max(budgetMilliseconds, took) }
}

let isWatching = false
let longest = 0
let passed = startTimer()

/** Records the time since the last turn of the event loop. */
function turn() {
  longest = Math.max(longest, passed())
  passed = startTimer()
  if (isWatching) setImmediate(turn)
}

/**
 * Starts a measurement: of each turn, for which the loop never idles, or of everything at once, which is at least the
 * longest turn.
 */
function begin(eachTurn) {
  longest = 0
  isWatching = eachTurn
  passed = startTimer()
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
