import { Command } from 'commander'
import { exitCodes } from './exit-codes.ts'

/**
 * Creates a command of package.json, which ends with 0 after `--help` and with 2 on wrong usage. A command imports only
 * what its arguments need; its action imports the implementation, so that `--help` and usage errors are answered at
 * once.
 */
export function createCommand(typed: string, description: string): Command {
  return new Command(typed)
    .description(description)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : exitCodes.usage))
}
