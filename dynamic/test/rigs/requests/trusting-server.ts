// Negative control: a server that is right but for where it trusts what it is sent.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { InjectableItems } from '../../../../data/store/test/injectable-items.ts'

interface Trusting {
  /** Where its files are. */
  readonly folder: string
  readonly items: InjectableItems
  readonly log: (line: string) => void
  /** Paths that files are below. */
  readonly roots: readonly string[]
}

/** It puts names into its SQL, paths into a path, targets into its log and into its page of what is not there. */
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
