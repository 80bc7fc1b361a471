import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * The host of a request from this machine by a name that is not one of its own, which protects against DNS rebinding: a website
 * whose name leads to this machine. Undefined where the name, or where the request comes from, is as expected.
 */
export function foreignHost({ headers, socket }: IncomingMessage): string | undefined {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const isLocal = ipaddr.isValid(host.replace(/^\[|\]$/g, '')) || !host.includes('.') || host.endsWith('.localhost')
  return isLocal || !isLoopback(socket.remoteAddress) ? undefined : host
}

const isLoopback = (address = ''): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
