import { Command } from 'commander'
import { exitCodes } from './exit-codes.ts'

/**
 * A command of package.json: `--help` ends it with 0, wrong usage with 2. A command imports nothing but what its
 * arguments need; its action imports the implementation, so that `--help` and usage errors are answered at once.
 */
export function createCommand(typed: string, description: string): Command {
  return new Command(typed)
    .description(description)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : exitCodes.usage))
}
