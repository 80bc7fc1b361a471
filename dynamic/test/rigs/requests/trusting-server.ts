// Negative control: a server that trusts its input.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { InjectableItems } from '../../../../data/store/test/injectable-items.ts'

interface Trusting {
  /** The folder that contains the public files and the databases. */
  readonly folder: string
  readonly items: InjectableItems
  readonly log: (line: string) => void
  /** Prefixes of paths to files. */
  readonly roots: readonly string[]
}

/** Inserts names into SQL, paths into file names, and targets into the log and the 404 page, all without escaping. */
export function trustingServer({ folder, items, log, roots }: Trusting): Server {
  const files = join(folder, '_static')
  mkdirSync(files, { recursive: true })
  for (const name of ['catalog.db', 'accounts.db', 'live.db']) writeFileSync(join(folder, name), 'SQLite format 3')
  return createServer((req, res) => {
    const target = req.url ?? ''
    log(`{"level":30,"target":"${target}"}`)
    try {
      const [path = '', query = ''] = decodeURIComponent(target).split('?')
      const root = roots.find((one) => one !== '/' && path.startsWith(one))
      const file = join(files, root === undefined ? '' : path.slice(root.length))
      if (existsSync(file) && statSync(file).isFile()) return void res.end(readFileSync(file))
      if (path === '/items') return void res.end(JSON.stringify(items.named(query.replace('name=', ''))))
      res.writeHead(404, { 'content-type': 'text/html' }).end(`<p>There is nothing at ${path}?${query}</p>`)
    } catch {
      res.writeHead(400).end()
    }
  })
}
