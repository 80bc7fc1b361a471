import { connect } from 'node:net'

const patienceMilliseconds = 12_000

/**
 * Writes bytes to a new connection and closes its sending side; resolves to what is received until it ends or 12 s are
 * over.
 */
export function sendBytes(port: number, bytes: Buffer | string): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    socket.setTimeout(patienceMilliseconds, () => socket.destroy())
    socket.once('error', () => resolve(text))
    socket.once('close', () => resolve(text))
  })
}
