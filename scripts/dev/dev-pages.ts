// Pages under `npm run dev`: Astro's own server with hot reload, which answers pages and forwards everything else to
// the service.
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { dev, type AstroIntegration } from 'astro'
import { isRunnableDevEnvironment } from 'vite'
import { withoutTracking } from '../../site/server/tracking-parameters.ts'
import { root } from '../site/source-files.ts'
import { forward } from './forward.ts'
import { pageLocals, type DevPagesOptions, type LoadModule } from './page-locals.ts'

/** The key under which Astro's server looks for the locals of a request. */
const localsOfRequest = Symbol.for('astro.locals')

/** Whether the service answers the request; everything else is a page or a file of one. */
const isService = ({ method = '', url = '' }: IncomingMessage) =>
  !['GET', 'HEAD'].includes(method) || /^\/(v\d+|health|account|mcp|tooltips\.js|client\.tgz)([/?]|$)/.test(url)

/** Whether the request is for a file that Vite serves. */
const isFile = ({ url = '' }: IncomingMessage) => /^\/(@|node_modules\/|src\/)/.test(url)

/** Starts Astro's server; `stop` closes it. */
export async function startPages(options: DevPagesOptions): Promise<{ stop: () => Promise<void> }> {
  const { HOST: host, PORT: port } = options.settings
  process.env.ASTRO_TELEMETRY_DISABLED = '1'
  const server = await dev({
    root: join(root, 'site'),
    logLevel: 'warn',
    server: { host, port },
    integrations: [serviceAndLocals(options)],
    vite: {
      cacheDir: join(root, 'node_modules/.cache/vite'),
      server: { strictPort: true, fs: { allow: [root] } },
    },
  })
  return { stop: () => server.stop() }
}

function serviceAndLocals(options: DevPagesOptions): AstroIntegration {
  return {
    name: 'service-and-locals',
    hooks: {
      'astro:server:setup'({ server: { middlewares, environments } }) {
        const { ssr } = environments
        if (!isRunnableDevEnvironment(ssr)) throw new Error('The modules of pages cannot be loaded in this process.')
        const load: LoadModule = (path) => ssr.runner.import(join(root, path))
        middlewares.use((req, res, next) => {
          if (isFile(req)) return next()
          options.service.ready
            .then(async ({ url }) => {
              if (isService(req)) return forward(url, req, res)
              req.url = withoutTracking(req.url ?? '')
              Reflect.set(req, localsOfRequest, await pageLocals(load, options))
              next()
            })
            .catch(next)
        })
      },
    },
  }
}
