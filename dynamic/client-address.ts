import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * Whose quota a request draws on without a key: the client's IPv4 address, or the /64 of its IPv6 address, for whoever has
 * one has all of it. `trustProxy` proxies in front are believed about the address before them, and nobody else is.
 */
export function clientNetwork(req: IncomingMessage, trustProxy: number): string {
  const peer = req.socket.remoteAddress ?? ''
  if (trustProxy === 0) return networkOf(peer)
  const forwarded = String(req.headers['x-forwarded-for'] ?? '').split(',')
  const chain = [...forwarded.map((address) => address.trim()).filter(Boolean), peer]
  const client = chain.at(-1 - trustProxy) ?? chain[0] ?? peer
  return networkOf(ipaddr.isValid(client) ? client : peer)
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed.toByteArray().slice(0, 8).join('.')}/64`
}
