// For suites: a TCP connection to a server that can be cut or fall silent.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../../scripts/test/free-port.ts'

export interface TcpProxy {
  /** The server's URL, by way of the proxy. */
  readonly url: string
  /** Connections that it has accepted. */
  readonly accepted: number
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>
  /** New connections are accepted again. */
  mend(): Promise<void>
  /** Connections stay open, and nothing goes through. */
  silence(): void
  /** Connections from now on open, and nothing goes through them; those there are work as before. */
  silenceNew(): void
  /** The next connection opens, and nothing goes through it; others are not affected. */
  silenceNext(): void
  unsilence(): void
  close(): Promise<void>
}

/** What one end sends goes to the other, and both end together. */
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
