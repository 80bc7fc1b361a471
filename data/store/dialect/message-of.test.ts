// A host with several addresses of which none answers: its error has no message.
import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { unavailableError } from './postgres-pool.ts'

/** Of a port at which nothing listens, by IPv4 and IPv6. */
async function refused(): Promise<unknown> {
  const addresses = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ]
  const socket = connect({ host: 'server.test', port: 1, lookup: (_host, _options, found) => found(null, addresses) })
  const [error] = (await once(socket, 'error').catch((error: unknown) => [error])) as [unknown]
  return error
}

it('why a server does not answer is told of each of its addresses', async () => {
  const error = await refused()
  expect(error).toMatchObject({ constructor: AggregateError, message: '' })
  const { cause } = unavailableError(error)
  expect(cause).toBeInstanceOf(Error)
  expect((cause as Error).message).toMatch(/^connect \S+ ::1:1.*, connect ECONNREFUSED 127\.0\.0\.1:1$/)
})

it('why a server does not answer is told as it was', () => {
  const error = new Error('connect ECONNREFUSED')
  expect(unavailableError(error).cause).toBe(error)
})
