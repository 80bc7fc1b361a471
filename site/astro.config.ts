import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import { defineConfig } from 'astro/config'

/** A font that loads late is used by the next page, so that the layout of this one does not shift. */
const steadyFonts = {
  postcssPlugin: 'steady-fonts',
  Declaration: {
    'font-display': (declaration: { value: string }) => {
      declaration.value = 'optional'
    },
  },
}

// One app answers every page of every patch; saved pages are its responses.
export default defineConfig({
  output: 'server',
  // Pages are buffered: nothing is sent before the last part is rendered.
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true }),
  outDir: './dist',
  cacheDir: './dist/cache',
  build: { assets: '_site', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  // Classes only: the content security policy allows no inline style.
  markdown: { syntaxHighlight: 'prism' },
  // Scripts in separate files: the content security policy allows no inline script. One style sheet: each costs a page more than its rules do,
  // and parts that come later bring none.
  vite: {
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1200, cssCodeSplit: false },
    css: { postcss: { plugins: [steadyFonts] } },
    resolve: {
      alias: {
        'three/examples/jsm/libs/meshopt_decoder.module.js': fileURLToPath(
          new URL('src/browser/models/no-meshopt.ts', import.meta.url),
        ),
      },
    },
  },
})
