import { createInterface } from 'node:readline'

/** One line of standard input, empty where there is none; whoever types it is asked for it. */
export async function readLine(question: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(question)
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const { value = '' } = await lines.next()
  await lines.return?.()
  return value
}
