import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../scripts/test/temporary-folder.ts'
import { publishedPagesLink, linkPublishedPages } from './published-pages.ts'

let root: string
beforeEach(() => {
  root = temporaryFolder('published-pages-')
})
afterEach(() => rmSync(root, { recursive: true }))

it.each(['srv/publish', 'disk/deep/data/publish', 'data/publish'])(
  'the link of a data folder that is a link itself leads to the pages in %s',
  (to) => {
    const [real, dataDir, pages] = [join(root, 'disk/deep/data'), join(root, 'data'), join(root, to)]
    mkdirSync(real, { recursive: true })
    symlinkSync(real, dataDir)
    mkdirSync(pages, { recursive: true })
    writeFileSync(join(pages, 'index.html'), '')
    linkPublishedPages(dataDir, pages)
    expect(existsSync(join(dataDir, publishedPagesLink, 'index.html'))).toBe(true)
  },
)
