// Before any suite that serves: what many suites need is built once, for two that build it at once break each other.
import { buildSite } from '../site/build-site.ts'
import { builtWorld } from './built-world.ts'
import { compileOnce } from './compile-once.ts'

export default async function buildOnce(): Promise<void> {
  await buildSite()
  await builtWorld()
  await compileOnce()
}
