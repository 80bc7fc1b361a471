import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { OpenConnections } from './open-connections.ts'

const limits = { perAddress: 2, total: 3 }

function connectionFrom(remoteAddress: string) {
  const socket = Object.assign(new EventEmitter(), { remoteAddress, destroyed: false })
  const req = { socket, headers: {} } as unknown as IncomingMessage
  const response = Object.assign(new EventEmitter(), { req, socket, closed: false })
  const close = () => {
    response.closed = true
    response.emit('close')
  }
  return { req, res: response as unknown as ServerResponse, close }
}

it('limits responses per address and in total, until they are closed', () => {
  const open = new OpenConnections({ limits, trustProxy: 0, noun: 'exports' })
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

it('does not count a response whose client has already disconnected', () => {
  const open = new OpenConnections({ limits, trustProxy: 0, noun: 'exports' })
  for (let nth = 0; nth < 5; nth += 1) {
    const closed = connectionFrom('10.0.0.1')
    closed.close()
    open.take(closed)
  }
  expect(open.count).toBe(0)
})
