import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/**
 * Returns the network whose quota a request without a key uses: the client's IPv4 address, or the /64 of its IPv6
 * address, because a client that has one address of a /64 has all of them. Only the `trustProxy` nearest proxies are
 * trusted to report the address before them.
 */
export function clientNetwork(req: IncomingMessage, trustProxy: number): string {
  const peer = req.socket.remoteAddress ?? ''
  if (trustProxy === 0) return peerNetwork(req.socket)
  const forwarded = String(req.headers['x-forwarded-for'] ?? '').split(',')
  const chain = [...forwarded.map((address) => address.trim()).filter(Boolean), peer]
  const client = withoutPort(chain.at(-1 - trustProxy) ?? chain[0] ?? peer)
  return networkOf(ipaddr.isValid(client) ? client : peer)
}

/** Some load balancers write `1.2.3.4:5678` and `[2001:db8::1]:443`. */
const withoutPort = (address: string): string =>
  (/^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? /^([\d.]+):\d+$/.exec(address))?.[1] ?? address

const peers = new WeakMap<Socket, string>()

/**
 * Returns the network of the socket's peer, which may be a proxy. Cached, because a connection carries many requests.
 */
export function peerNetwork(socket: Socket): string {
  const known = peers.get(socket)
  if (known !== undefined) return known
  const network = networkOf(socket.remoteAddress ?? '')
  peers.set(socket, network)
  return network
}

const networks = new LRUCache<string, string>({ max: 10_000 })

function networkOf(address: string): string {
  const known = networks.get(address)
  if (known !== undefined) return known
  const network = readNetwork(address)
  networks.set(address, network)
  return network
}

function readNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed.toByteArray().slice(0, 8).join('.')}/64`
}
