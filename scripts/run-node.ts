import { spawnSync } from 'node:child_process'

interface RunNodeOptions {
  /** First words of the error when it fails. */
  readonly failure: string
  readonly cwd?: string
  /** Beside the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs Node with these arguments to its end, silently. Throws with all that it said when it fails. */
export function runNode(args: readonly string[], { failure, cwd, env }: RunNodeOptions): void {
  const { status, signal, error, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: Infinity,
  })
  if (status === 0) return
  const said = [error?.message, signal, stdout, stderr].filter(Boolean).join('\n')
  throw new Error(`${failure}:\n${said}`, { cause: error })
}
