import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { OpenConnections } from './open-connections.ts'

const limits = { perAddress: 2, total: 3 }

function connectionFrom(remoteAddress: string) {
  const closed = new EventEmitter()
  const req = { socket: { remoteAddress }, headers: {} } as unknown as IncomingMessage
  return { req, res: closed as unknown as ServerResponse, close: () => closed.emit('close') }
}

it('are counted by address and in all, until they are closed', () => {
  const open = new OpenConnections({ limits, trustProxy: 0, what: 'exports' })
  const [first, second] = [connectionFrom('10.0.0.1'), connectionFrom('10.0.0.1')]
  open.take(first)
  open.take(second)
  expect(() => open.take(connectionFrom('10.0.0.1'))).toThrow('An address may have 2 exports open')
  open.take(connectionFrom('10.0.0.2'))
  expect(() => open.take(connectionFrom('10.0.0.3'))).toThrow('No further exports can be opened')
  expect(open.count).toBe(3)
  first.close()
  open.take(connectionFrom('10.0.0.1'))
  expect(open.count).toBe(3)
})
