import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import { defineConfig } from 'astro/config'
import type { Plugin } from 'vite'

const packageFile = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
const { dependencies } = JSON.parse(packageFile) as { dependencies: Readonly<Record<string, string>> }

/** A font that loads late is used by the next page, so that the layout of this one does not shift. */
const steadyFonts = {
  postcssPlugin: 'steady-fonts',
  Declaration: {
    'font-display': (declaration: { value: string }) => {
      declaration.value = 'optional'
    },
  },
}

const apiFolder = fileURLToPath(new URL('../data/api/', import.meta.url))

/** The service has these as packages. */
const loadedByService = Object.keys(dependencies).filter((name) => name !== 'astro' && !name.startsWith('@astrojs/'))

/** The pages run in the service's process, which has these modules: they are loaded once, by the name that package.json gives them. */
const sharedWithService: Plugin = {
  name: 'shared-with-service',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
  async resolveId(source, importer) {
    const { id = '' } = (await this.resolve(source, importer, { skipSelf: true })) ?? {}
    return id.startsWith(apiFolder) ? { id: `#api/${id.slice(apiFolder.length)}`, external: true } : null
  },
}

/** All other packages that pages need become part of the built site; the development server cannot load those that are CommonJS so. */
const bundledPackages: Plugin = {
  name: 'bundled-packages',
  apply: 'build',
  config: () => ({ ssr: { noExternal: true, external: loadedByService } }),
}

// One app answers every page of every patch; saved pages are its responses.
export default defineConfig({
  output: 'server',
  // Pages are buffered: nothing is sent before the last part is rendered.
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true }),
  cacheDir: './dist/cache',
  build: { assets: '_site', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  // Classes only: the content security policy allows no inline style.
  markdown: { syntaxHighlight: 'prism' },
  // Scripts in separate files: the content security policy allows no inline script. One style sheet: each costs a page
  // more than its rules do, and parts that come later bring none.
  vite: {
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1200, cssCodeSplit: false },
    css: { postcss: { plugins: [steadyFonts] } },
    plugins: [sharedWithService, bundledPackages],
    resolve: {
      alias: {
        'three/examples/jsm/libs/meshopt_decoder.module.js': fileURLToPath(
          new URL('src/browser/models/no-meshopt.ts', import.meta.url),
        ),
      },
    },
  },
})
