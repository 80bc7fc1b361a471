import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Reads a line of standard input, with `question` as prompt on a terminal; empty if there is no line. */
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
