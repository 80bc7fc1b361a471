import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import { defineConfig } from 'astro/config'

/** A face that comes late is taken by the next page: no line of this one moves. */
const steadyFonts = {
  postcssPlugin: 'steady-fonts',
  Declaration: {
    'font-display': (declaration: { value: string }) => {
      declaration.value = 'optional'
    },
  },
}

// One app answers every page of every patch; what is rendered beforehand is what it answered.
export default defineConfig({
  output: 'server',
  // A page goes out whole or not at all: nothing of it is sent before its last part was made.
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true }),
  outDir: './dist',
  cacheDir: './dist/cache',
  build: { assets: '_site', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  // Classes alone: the pages' policy allows no inline style.
  markdown: { syntaxHighlight: 'prism' },
  // Scripts of their own files: the pages' policy allows no inline script. One style sheet: each costs a page more than its rules do,
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
