import { createCommand } from '../command/create-command.ts'
import { lowerPriority } from '../command/lower-priority.ts'
import type { PublishTreeArguments } from '../actions/publish/tree.ts'

await createCommand(
  'npm run publish:tree --',
  'Writes what a CDN serves, files and edge function, as a release and makes it the current one.',
)
  .option('--to <folder>', 'folder of the releases; DATA_DIR/publish by default')
  .option('--compressed', 'include the .br and .gz siblings, for servers that can send them')
  .option('--no-pages', 'leave the pages to the service')
  .option('--no-cards', 'leave the Open Graph cards to the service')
  .option('--no-catalog', 'leave out the catalog, which instances with CATALOG_URL download')
  .option('--json', 'print the result with all file names as JSON')
  .action(async (given: PublishTreeArguments) => {
    lowerPriority()
    await (await import('../actions/publish/tree.ts')).publishFiles(given)
  })
  .parseAsync()
