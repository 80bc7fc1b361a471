import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** One line of standard input, empty where there is none; whoever types it is asked for it. */
export async function readLine(question: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(question)
  const lines = createInterface({ input: process.stdin })
  let first = ''
  lines.once('line', (line) => {
    first = line
    lines.close()
  })
  await once(lines, 'close')
  return first
}
