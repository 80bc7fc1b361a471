// A TCP proxy for tests, which can cut connections or make them silent.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../../scripts/test/free-port.ts'

export interface TcpProxy {
  /** URL of the server through the proxy. */
  readonly url: string
  /** Number of connections that it has accepted. */
  readonly accepted: number
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>
  /** Accepts new connections again. */
  mend(): Promise<void>
  /** Keeps connections open but transmits nothing. */
  silence(): void
  /** Accepts new connections but transmits nothing on them. Existing connections are not affected. */
  silenceNew(): void
  /** Accepts the next connection but transmits nothing on it. Other connections are not affected. */
  silenceNext(): void
  unsilence(): void
  close(): Promise<void>
}

/** Connects two sockets in both directions. When one closes, the other one is closed too. */
function join(socket: Socket, there: Socket, open: Set<Socket>): void {
  for (const end of [socket, there]) {
    open.add(end)
    end.on('error', () => undefined)
    end.on('close', () => {
      open.delete(end)
      socket.destroy()
      there.destroy()
    })
  }
  socket.on('data', (bytes: Buffer) => there.write(bytes))
  there.on('data', (bytes: Buffer) => socket.write(bytes))
}

/** Starts a proxy to the host and port of a URL. */
export async function proxyTo(target: string): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  let isSilent = false
  let isNextSilent = false
  let accepted = 0
  const server = createServer((socket) => {
    accepted += 1
    const there = connect(Number(targetPort || 5432), hostname)
    join(socket, there, sockets)
    if (isSilent || isNextSilent) for (const end of [socket, there]) end.pause()
    isNextSilent = false
  })
  const port = await freePort()
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen()
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`
  const cut = async () => {
    for (const socket of sockets) socket.destroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  return {
    url: url.href,
    get accepted() {
      return accepted
    },
    cut,
    mend: listen,
    silence() {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    silenceNew() {
      isSilent = true
    },
    silenceNext() {
      isNextSilent = true
    },
    unsilence() {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    close: cut,
  }
}
