import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import compression from 'compression'
import express, { type NextFunction, type Request, type Response } from 'express'
import { siteFileHeaders } from '../../data/api/static/page-files.ts'
import { CardCache } from '../cards/card-cache.ts'
import type { Cards } from '../cards/card.ts'
import type { Site, SiteLocals } from './site-interface.ts'
import { withoutTracking } from './tracking-parameters.ts'

/** Builds of the site. Each has a folder of its own, because a running service loads the code of a page when it is first requested. */
export const siteBuilds = join(import.meta.dirname, '../dist')

/** Names the current build. */
export const currentBuildFile = join(siteBuilds, 'current')

/** The folder of the current build. */
export const builtSite = (): string => join(siteBuilds, readFileSync(currentBuildFile, 'utf8'))

/** The folder with the styles, scripts and pictures of pages. */
export const siteFiles = (): string => join(builtSite(), 'client')

const immutable: Readonly<Record<string, string>> = { 'cache-control': 'public, max-age=31536000, immutable' }

type Handler = (req: Request, res: Response, next: NextFunction, locals: object) => unknown

/** Loads the current build of the site. Cards are drawn once and cached below the data folder. */
export async function openSite(dataDir: string): Promise<Site> {
  const cache = new CardCache({ folder: join(dataDir, 'cards') })
  const { handler } = (await import(join(builtSite(), 'server/entry.mjs'))) as { handler: Handler }
  const cardsFor = ({ picture }: SiteLocals): Cards => ({
    tagOf: (card) => cache.tagOf(card),
    draw: (card) => cache.draw(card, picture),
  })
  const files = express.static(siteFiles(), {
    acceptRanges: false,
    index: false,
    redirect: false,
    setHeaders(res, path) {
      const headers = path.includes('/_site/') ? immutable : siteFileHeaders
      res.setHeader('cache-control', headers['cache-control'] ?? '')
    },
  })
  // An error of a page fails only its own request, whenever it is thrown.
  const answer: Site = (req, res, next, locals) =>
    void Promise.resolve(handler(req, res, next, { ...locals, cards: cardsFor(locals) })).catch(next)
  const compress = compression()
  return (req, res, next, locals) => {
    if (!req.path.startsWith('/_')) {
      req.url = withoutTracking(req.url)
      return answer(req, res, next, locals)
    }
    // The ETag decides alone, as everywhere: without this a reload would fetch unchanged files again, and a condition
    // that is not met fail.
    delete req.headers['cache-control']
    delete req.headers['if-match']
    delete req.headers['if-unmodified-since']
    compress(req, res, () => void files(req, res, next))
  }
}
