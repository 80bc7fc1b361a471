import { writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { nginxConfig } from '../../../build/publish-tree/nginx-config.ts'
import { publicFolder } from '../../../build/publish-tree/publish-tree.ts'
import { currentLink } from '../../../build/publish-tree/release.ts'
import { publishedPagesLink } from '../../../build/render/published-pages.ts'
import { makeFolder } from '../../../data/store/files/place-file.ts'
import { hostAndPort } from '../../../dynamic/http/host-and-port.ts'
import { commandSettings } from '../../command/command-settings.ts'
import { exitWith } from '../../command/exit-with.ts'

export interface NginxArguments {
  listen: string
  origin?: readonly string[]
  tree?: string
  pages?: string
  cache: string
  brotli?: boolean
  to?: string
}

/**
 * Runs `npm run publish:nginx`: writes the configuration to a file or stdout, or prints an error and sets the exit
 * code.
 */
export function writeNginxConfig({ listen, origin, tree, pages, cache, brotli, to }: NginxArguments): void {
  try {
    const { DATA_DIR, HOST, PORT, RATE_LIMIT_ANONYMOUS } = commandSettings()
    const config = nginxConfig({
      ...{ listen, brotli, anonymousLimit: RATE_LIMIT_ANONYMOUS },
      origins: origin ?? [hostAndPort(HOST, PORT)],
      // nginx would resolve a relative path below its own folder.
      tree: resolve(tree ?? join(DATA_DIR, 'publish', currentLink, publicFolder)),
      pages: resolve(pages ?? join(DATA_DIR, publishedPagesLink)),
      cache: resolve(cache),
    })
    if (to === undefined) process.stdout.write(config)
    else {
      makeFolder(dirname(to))
      writeFileSync(to, config)
    }
  } catch (error) {
    exitWith('usage', error)
  }
}
