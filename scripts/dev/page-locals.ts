import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog } from '../../data/store/catalog/catalog.ts'
import type { ApiResponse, SiteLocals } from '../../site/server/site-interface.ts'
import type { Settings } from '../../dynamic/settings.ts'
import type { Cards } from '../../site/cards/card.ts'
import type { DevService } from './dev-service.ts'
import type * as keyedAnswers from './keyed-answers.ts'

export interface DevPagesOptions {
  readonly service: DevService
  readonly settings: Settings
  readonly dataDir: string
  readonly publicUrl: string
}

/** Loads a module in the same way as pages: again if it has changed. */
export type LoadModule = (path: string) => Promise<object>

type PageLocals = SiteLocals & { readonly cards: Cards }

/**
 * Returns the locals of pages: the declarations of the API in the current sources, and the answers of the running
 * service.
 */
export async function pageLocals(
  load: LoadModule,
  { service, settings, dataDir, publicUrl }: DevPagesOptions,
): Promise<PageLocals> {
  const { api, CatalogClass, settingHelps, metricHelps, CardCache, keyedAnswer } = await loadSources(load)
  const get = async (target: string) => fetch((await service.ready).url + target, { redirect: 'manual' })
  const picture = async (target: string) => {
    const reply = await get(target)
    return reply.ok && reply.headers.get('content-type')?.startsWith('image/')
      ? new Uint8Array(await reply.arrayBuffer())
      : undefined
  }
  const kept = new CardCache({ folder: join(dataDir, 'cards') })
  await service.ready
  const catalog = openCatalog(join(dataDir, 'catalog.db'), (path) => new CatalogClass(path, api), CatalogClass)
  return {
    api,
    catalog,
    pageCache: catalog.parsed,
    patches: catalog.patches,
    origin: publicUrl,
    fetchApi: async (target) => keyedAnswer(api, catalog, target) ?? responseOf(target, await get(target)),
    picture,
    cards: { tagOf: (card) => kept.tagOf(card), draw: (card) => kept.draw(card, picture) },
    signIn: settings.OAUTH_CLIENT_ID === '' ? 'off' : 'provider',
    settings: settingHelps(),
    metrics: metricHelps(),
    now: Date.now(),
    requestId: 'dev',
    onError: (error) => console.error(error),
  }
}

async function loadSources(load: LoadModule) {
  const [{ api }, { Catalog: CatalogClass }, { settingHelps }, { metricHelps }, { CardCache }, { keyedAnswer }] =
    (await Promise.all([
      load('data/api/table.ts'),
      load('data/store/catalog/catalog.ts'),
      load('dynamic/setting-list.ts'),
      load('dynamic/metrics/metric-list.ts'),
      load('site/cards/card-cache.ts'),
      load('scripts/dev/keyed-answers.ts'),
    ])) as [
      typeof import('../../data/api/table.ts'),
      { Catalog: typeof Catalog },
      typeof import('../../dynamic/setting-list.ts'),
      typeof import('../../dynamic/metrics/metric-list.ts'),
      typeof import('../../site/cards/card-cache.ts'),
      typeof keyedAnswers,
    ]
  return { api, CatalogClass, settingHelps, metricHelps, CardCache, keyedAnswer }
}

let opened: { readonly catalog: Catalog; readonly file: string; readonly code: unknown } | undefined

/** Returns the catalog, opened again if an import has replaced the file or its code has changed. */
function openCatalog(path: string, open: (path: string) => Catalog, code: unknown): Catalog {
  const file = `${statSync(path).mtimeMs} ${statSync(path).ino}`
  if (opened?.file !== file || opened.code !== code) {
    opened?.catalog.close()
    opened = { catalog: open(path), file, code }
  }
  return opened.catalog
}

async function responseOf(target: string, reply: Response): Promise<ApiResponse> {
  const type = reply.headers.get('content-type') ?? ''
  const isJson = type.startsWith('application/json') || type.startsWith('application/problem+json')
  const isText = reply.status === 200 && type.startsWith('text/plain')
  const json: unknown = isJson ? await reply.json() : isText ? await reply.text() : undefined
  return { status: reply.status, target, headers: Object.fromEntries(reply.headers), json }
}
