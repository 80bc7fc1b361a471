import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import compression from 'compression'
import express, { type NextFunction, type Request, type Response } from 'express'
import { siteFileHeaders } from '../data/api/page-files.ts'
import type { Site, SiteLocals } from '../dynamic/site-pages.ts'
import type { Cards } from '../site/cards/card.ts'
import { KeptCards } from '../site/cards/kept-cards.ts'
import { runNode } from './run-node.ts'
import { digestOf, root } from './source-files.ts'

const built = join(root, 'site/dist')
const digestFile = join(built, 'digest')
const immutable: Readonly<Record<string, string>> = { 'cache-control': 'public, max-age=31536000, immutable' }

type Handler = (req: Request, res: Response, next: NextFunction, locals: object) => unknown

/** The site, built anew when its sources have changed; it keeps the cards that it draws in the data folder. */
export async function openSite(dataDir: string): Promise<Site> {
  buildSite()
  const kept = new KeptCards({ folder: join(dataDir, 'cards') })
  const cardsFor = ({ picture }: SiteLocals): Cards => ({
    tagOf: (card) => kept.tagOf(card),
    drawn: (card) => kept.drawn(card, picture),
  })
  const { handler } = (await import(join(built, 'server/entry.mjs'))) as { handler: Handler }
  const files = express.static(siteFiles, {
    index: false,
    redirect: false,
    setHeaders(res, path) {
      const headers = path.includes('/_site/') ? immutable : siteFileHeaders
      res.setHeader('cache-control', headers['cache-control'] ?? '')
    },
  })
  // What a page throws is the failure of one request, whenever it is thrown.
  const answer: Site = (req, res, next, locals) =>
    void Promise.resolve(handler(req, res, next, { ...locals, cards: cardsFor(locals) })).catch(next)
  const compress = compression()
  return (req, res, next, locals) =>
    void compress(req, res, () => void files(req, res, () => answer(req, res, next, locals)))
}

/** Files that pages are shown with, by their paths. */
export const siteFiles = join(built, 'client')

/** What the app is built from. */
const appSources = [
  'site/src',
  'site/cards',
  'site/public',
  'site/astro.config.ts',
  'site/escaped-attributes.ts',
  'data/api',
  'CHANGELOG.md',
  'package-lock.json',
]

/** What pages are written from: the app, and all that answers it in the process that writes them. */
export const pageSources: readonly string[] = [
  ...appSources,
  ...['data/store', 'data/sample', 'build', 'dynamic'],
  ...['scripts/pages.ts', 'scripts/run-node.ts', 'scripts/sample-asker.ts', 'scripts/site.ts'],
  'scripts/source-files.ts',
]

/** Does nothing where what is built is of these sources. */
export function buildSite(): void {
  const digest = digestOf(appSources)
  if (existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest) return
  console.error('Building the site ...')
  const astro = join(root, 'node_modules/astro/astro.js')
  const options = { failure: 'The site could not be built', cwd: root, env: { ASTRO_TELEMETRY_DISABLED: '1' } }
  runNode([astro, 'build', '--root', 'site'], options)
  writeFileSync(digestFile, digest)
}
