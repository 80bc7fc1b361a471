import { readFileSync, writeFileSync } from 'node:fs'

/** Stores the responses of a service, for a bare server to send the same bytes. Returns the file. */
export function writeAnswers(file: string, targets: readonly string[], bodies: readonly Buffer[]): string {
  const lines = targets.map((target, at) => `${JSON.stringify([target, bodies[at]?.toString()])}\n`)
  writeFileSync(file, lines.join(''))
  return file
}

/** Bodies by target, from the file that the first argument names. */
export function readAnswers(): Map<string, Buffer> {
  const lines = readFileSync(process.argv[2] ?? '', 'utf8')
    .trimEnd()
    .split('\n')
  const answers = lines.map((line) => JSON.parse(line) as [target: string, body: string])
  return new Map(answers.map(([target, body]) => [target, Buffer.from(body)]))
}
