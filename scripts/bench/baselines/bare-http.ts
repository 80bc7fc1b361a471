// Baseline of static reads: the cost of sending the same bytes with only Node.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readAnswers } from '../measure/answers.ts'

const answers = readAnswers()
const server = createServer((req, res) => {
  const body = answers.get(req.url ?? '')
  if (!body) return void res.writeHead(404).end()
  res.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }).end(body)
})
server.listen(0, '127.0.0.1', () =>
  console.error(`Serving on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
process.once('SIGTERM', () => process.exit(0))
