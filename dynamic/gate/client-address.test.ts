import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientNetwork } from './client-address.ts'

const networkOf = (forwarded: string) =>
  clientNetwork(
    { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage,
    1,
  )

describe('an address reported by a proxy', () => {
  it.each([
    ['203.0.113.7:5678', '203.0.113.7'],
    ['[2001:db8:1:2::9]:443', networkOf('2001:db8:1:2::1')],
    ['[2001:db8:1:2::9]', networkOf('2001:db8:1:2::1')],
    ['198.51.100.1:80, 203.0.113.7:5678', '203.0.113.7'],
    ['unknown', '10.0.0.1'],
    ['203.0.113.7:', '10.0.0.1'],
    ['[203.0.113.7', '10.0.0.1'],
  ])('%s belongs to the network %s', (forwarded, network) => {
    expect(networkOf(forwarded)).toBe(network)
  })

  it('has the same network with and without a port', () => {
    const port = fc.nat(65_535)
    fc.assert(
      fc.property(fc.ipV4(), port, (address, at) => {
        expect(networkOf(`${address}:${at}`)).toBe(networkOf(address))
      }),
    )
    fc.assert(
      fc.property(fc.ipV6(), port, (address, at) => {
        expect(networkOf(`[${address}]:${at}`)).toBe(networkOf(address))
        expect(networkOf(`[${address}]`)).toBe(networkOf(address))
      }),
    )
  })
})
