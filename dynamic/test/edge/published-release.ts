// For suites: releases of the small sample world, which are published once per state of the sources and never changed.
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { publishTree } from '../../../build/publish-tree/publish-tree.ts'
import { currentLink } from '../../../build/publish-tree/release.ts'
import { copySampleData } from '../../../scripts/test/built-world.ts'
import { cachedFolder } from '../../../scripts/test/cached-folder.ts'

const sources = ['data', 'build', 'dynamic', 'scripts/test/built-world.ts', 'package-lock.json']

/** `packed` releases have compressed siblings of their files. */
type Form = 'plain' | 'packed'

let published: Promise<string> | undefined

/** Returns the folder of the release; publishes it first if necessary. */
export async function publishedRelease(form: Form): Promise<string> {
  published ??= cachedFolder('releases', sources, publish)
  return realpathSync(join(await published, form, currentLink))
}

async function publish(folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  await copySampleData(dataDir)
  for (const form of ['plain', 'packed'] satisfies Form[])
    await publishTree({ dataDir, to: join(folder, form), compressed: form === 'packed' })
  rmSync(dataDir, { recursive: true })
}
