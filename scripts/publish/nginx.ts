import { createCommand } from '../command/create-command.ts'
import type { NginxArguments } from '../actions/publish/nginx.ts'

await createCommand(
  'npm run publish:nginx --',
  'Writes an nginx configuration for the published tree and the service, to be included in its http context.',
)
  .option('--listen <address>', 'port, or address and port, that nginx listens on', '80')
  .option('--origin <host:port...>', 'where the service is, each instance of it; HOST and PORT by default')
  .option('--tree <folder>', 'what to serve; DATA_DIR/publish/current/public by default')
  .option('--pages <folder>', 'rendered pages; by default those of the last publish:tree, until the next import')
  .option('--cache <folder>', 'cache folder', '/var/cache/nginx/deepledger')
  .option('--brotli', 'nginx has the module for brotli_static')
  .option('--to <file>', 'the file to write; standard output by default')
  .action(async (given: NginxArguments) => (await import('../actions/publish/nginx.ts')).writeNginxConfig(given))
  .parseAsync()
