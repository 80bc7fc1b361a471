// Baseline of filtered reads: plain Express that sends precomputed bodies.
import express from 'express'
import type { AddressInfo } from 'node:net'
import { readAnswers } from '../measure/answers.ts'

const answers = readAnswers()
const app = express()
app.get('/v2/items', (req, res) => void res.type('json').send(answers.get(req.url)))
const server = app.listen(0, '127.0.0.1', () =>
  console.error(`Serving on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
process.once('SIGTERM', () => process.exit(0))
