// For suites: a port for what has to name it before it listens, or listens there once more.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that a system gives to whoever asks for any: another suite gets none of these meanwhile. */
const [lowest, beyond] = [11_000, 32_000]

/** A port of 127.0.0.1 that nothing listens on. */
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
