// For suites: releases of the small sample world, made once for a state of the sources. Nobody changes them.
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { publishTree } from '../../../build/publish-tree/publish-tree.ts'
import { currentLink } from '../../../build/publish-tree/release.ts'
import { copySampleData } from '../../../scripts/test/built-world.ts'
import { cachedFolder } from '../../../scripts/test/cached-folder.ts'

const sources = ['data', 'build', 'dynamic', 'scripts/test/built-world.ts', 'package-lock.json']

/** `packed`: its files have compressed siblings. */
type Form = 'plain' | 'packed'

let published: Promise<string> | undefined

/** The folder of the release. */
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
