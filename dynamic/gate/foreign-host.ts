import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * Returns the host that a request from this machine names, if it is not a local name: the name of a website that
 * resolves to this machine (DNS rebinding). Returns undefined for local names and for requests from other machines.
 */
export function foreignHost({ headers, socket }: IncomingMessage): string | undefined {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const isLocal = ipaddr.isValid(host.replace(/^\[|\]$/g, '')) || !host.includes('.') || host.endsWith('.localhost')
  return isLocal || !isLoopback(socket.remoteAddress) ? undefined : host
}

const isLoopback = (address = ''): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
