import { Command } from 'commander'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { nginxConfig } from '../build/publish-tree/nginx-config.ts'
import { publishedPagesLink } from '../build/render/published-pages.ts'
import { publicFolder } from '../build/publish-tree/publish-tree.ts'
import { currentLink } from '../build/publish-tree/release.ts'
import { readSettings } from '../dynamic/settings.ts'
import { exitWith } from './exit-codes.ts'

interface Options {
  listen: string
  origin?: string
  tree?: string
  pages?: string
  cache: string
  brotli?: boolean
  to?: string
}

const program = new Command('npm run publish:nginx --')
  .description('Writes the configuration of an nginx before the published tree and the service, for its http context.')
  .option('--listen <address>', 'port, or address and port, that nginx listens on', '80')
  .option('--origin <host:port>', 'where the service is; HOST and PORT by default')
  .option('--tree <folder>', 'what to serve; DATA_DIR/publish/current/public by default')
  .option('--pages <folder>', 'written pages; by default those that publish:tree wrote last, until an import')
  .option('--cache <folder>', 'folder of kept answers', '/var/cache/nginx/deepledger')
  .option('--brotli', 'nginx has the module for brotli_static')
  .option('--to <file>', 'the file to write; standard output by default')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()

try {
  const { DATA_DIR, HOST, PORT, RATE_LIMIT_ANONYMOUS } = readSettings(process.env)
  const { listen, origin, tree, pages, cache, brotli, to } = program.opts<Options>()
  const config = nginxConfig({
    ...{ listen, cache, brotli, anonymousLimit: RATE_LIMIT_ANONYMOUS },
    origin: origin ?? `${HOST}:${PORT}`,
    tree: tree ?? join(resolve(DATA_DIR), 'publish', currentLink, publicFolder),
    pages: pages ?? join(resolve(DATA_DIR), publishedPagesLink),
  })
  if (to === undefined) process.stdout.write(config)
  else {
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, config)
  }
} catch (error) {
  exitWith('usage', error)
}
