import { defineConfig } from '@kubb/core'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
import { pluginZod } from '@kubb/plugin-zod'

export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './out/kubb', clean: true, format: false, lint: false },
  plugins: [pluginOas({ validate: false }), pluginTs(), pluginZod()],
})
