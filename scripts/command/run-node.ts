import { execFile } from 'node:child_process'

interface RunNodeOptions {
  /** Beginning of the error message. */
  readonly failure: string
  readonly cwd?: string
  /** Variables to add to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs Node with these arguments, silently. Rejects with its output if it fails. */
export function runNode(args: readonly string[], { failure, cwd, env }: RunNodeOptions): Promise<void> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: Infinity }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (!error) return resolve()
      const said = [typeof error.code === 'string' ? error.message : '', error.signal, stdout, stderr].filter(Boolean)
      reject(new Error([`${failure}:`, ...said].join('\n'), { cause: error }))
    })
  })
}
