// For suites: a port for programs that must know it before they listen, or listen on it again.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** A range below the ports that the system assigns, so that no other program gets one of these in the meantime. */
const [lowest, beyond] = [11_000, 32_000]

/** Returns a port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, beyond)
  return (await isFree(port)) ? port : freePort()
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
