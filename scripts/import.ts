import { createCommand } from './command/create-command.ts'
import { lowerPriority } from './command/lower-priority.ts'
import type { ImportArguments } from './actions/import.ts'

await createCommand(
  'npm run import --',
  'Imports patch bundles, renders what changed and switches to it; the service may be running.',
)
  .argument(
    '<bundle...>',
    'a folder or a .tar.gz of one; several are imported in the order given; a shell puts `10-x` before `2-x` for `*`',
  )
  .option(
    '--replace',
    'replace the patch of the same version; its id stays. Pictures that DATA_DIR has lost are restored',
  )
  .option('--accept-anomalies', 'import although columns became empty or half of the rows are gone')
  .addHelpText(
    'after',
    `
Exit codes: 0 imported or unchanged, 1 unexpected error, 2 wrong usage or no such bundle, 3 the bundle has validation errors
or cannot be unpacked, 4 anomalies, 5 the version exists with other content, 6 another import is running.
Validation errors read file:line: field: expected, got.`,
  )
  .action(async (bundles: string[], given: ImportArguments) => {
    lowerPriority()
    await (await import('./actions/import.ts')).importBundles(bundles, given)
  })
  .parseAsync()
