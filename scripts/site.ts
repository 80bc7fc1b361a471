import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import compression from 'compression'
import express, { type NextFunction, type Request, type Response } from 'express'
import type { Site, SiteLocals } from '../dynamic/site-pages.ts'
import type { Cards } from '../site/cards/card.ts'
import { KeptCards } from '../site/cards/kept-cards.ts'

const root = join(import.meta.dirname, '..')
const built = join(root, 'site/dist')
const digestFile = join(built, 'digest')

type Handler = (req: Request, res: Response, next: NextFunction, locals: object) => unknown

/** The site, built anew when its sources have changed; it keeps the cards that it draws in the data folder. */
export async function openSite(dataDir: string): Promise<Site> {
  buildSite()
  const kept = new KeptCards({ folder: join(dataDir, 'cards') })
  const cardsFor = ({ picture }: SiteLocals): Cards => ({
    tagOf: (card) => kept.tagOf(card),
    bytesOf: (card) => kept.bytesOf(card, picture),
  })
  const { handler } = (await import(join(built, 'server/entry.mjs'))) as { handler: Handler }
  const files = express.static(siteFiles, {
    index: false,
    redirect: false,
    setHeaders(res, path) {
      const isHashed = path.includes('/_site/')
      res.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
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

/** Of everything that pages are made with. */
export const siteDigest = (): string =>
  digestOf([
    'site/src',
    'site/cards',
    'site/public',
    'site/astro.config.ts',
    'site/escaped-attributes.ts',
    'data/api',
    'CHANGELOG.md',
    'package-lock.json',
  ])

/** Does nothing where what is built is of these sources. */
export function buildSite(): void {
  const digest = siteDigest()
  if (existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest) return
  console.error('Building the site ...')
  const astro = join(root, 'node_modules/astro/astro.js')
  const { status, stdout } = spawnSync(process.execPath, [astro, 'build', '--root', 'site'], {
    cwd: root,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) throw new Error(`The site could not be built:\n${String(stdout)}`)
  writeFileSync(digestFile, digest)
}

const isTest = /\.test\.ts$|(^|\/)test-[\w-]+\.ts$/

function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) {
    const whole = join(root, path)
    const names = path.includes('.') ? [''] : readdirSync(whole, { recursive: true, encoding: 'utf8' }).sort()
    for (const name of names.filter((one) => !isTest.test(one))) {
      const file = join(whole, name)
      hash.update(`${path}/${name}\n`)
      if (name === '' || /\.\w+$/.test(name)) hash.update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}
