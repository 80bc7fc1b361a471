import node from '@astrojs/node'
import { defineConfig } from 'astro/config'

// One app answers every page of every patch; what is rendered beforehand is what it answered.
export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  outDir: './dist',
  cacheDir: './dist/cache',
  build: { assets: '_site', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  // Classes alone: the pages' policy allows no inline style.
  markdown: { syntaxHighlight: 'prism' },
  // Scripts of their own files: the pages' policy allows no inline script.
  vite: { build: { assetsInlineLimit: 0 } },
})
