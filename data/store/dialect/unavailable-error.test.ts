import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { unavailableError } from './postgres-pool.ts'

/** The error for a host with an IPv4 and an IPv6 address, at a port on which nothing listens. It has no message. */
async function refused(): Promise<unknown> {
  const addresses = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ]
  const socket = connect({ host: 'server.test', port: 1, lookup: (_host, _options, found) => found(null, addresses) })
  const [error] = (await once(socket, 'error').catch((error: unknown) => [error])) as [unknown]
  return error
}

it('the cause of an unavailable database names each address of the server', async () => {
  const error = await refused()
  expect(error).toMatchObject({ constructor: AggregateError, message: '' })
  const { cause } = unavailableError(error)
  expect(cause).toBeInstanceOf(Error)
  expect((cause as Error).message).toMatch(/^connect \S+ ::1:1.*, connect ECONNREFUSED 127\.0\.0\.1:1$/)
})

it('the cause of an unavailable database is the error itself', () => {
  const error = new Error('connect ECONNREFUSED')
  expect(unavailableError(error).cause).toBe(error)
})
