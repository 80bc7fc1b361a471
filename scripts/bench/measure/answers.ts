import { readFileSync, writeFileSync } from 'node:fs'

/** Writes the responses of a service to a file, so that a bare server can send the same bytes; returns the path. */
export function writeAnswers(file: string, targets: readonly string[], bodies: readonly Buffer[]): string {
  const lines = targets.map((target, at) => `${JSON.stringify([target, bodies[at]?.toString()])}\n`)
  writeFileSync(file, lines.join(''))
  return file
}

/** Reads bodies by target from the file that the first argument of the process names. */
export function readAnswers(): Map<string, Buffer> {
  const lines = readFileSync(process.argv[2] ?? '', 'utf8')
    .trimEnd()
    .split('\n')
  const answers = lines.map((line) => JSON.parse(line) as [target: string, body: string])
  return new Map(answers.map(([target, body]) => [target, Buffer.from(body)]))
}
