// Runs before all suites of the service: builds once what many suites need, because concurrent builds would break each
// other.
import { buildSite } from '../site/build-site.ts'
import { builtWorld } from './built-world.ts'
import { compileOnce } from './compile-once.ts'

export default async function buildOnce(): Promise<void> {
  await buildSite()
  await builtWorld()
  await compileOnce()
}
