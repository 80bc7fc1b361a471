import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { oldBuilds } from './build-site.ts'

const nameOf = (nth: number) => nth.toString(16).padStart(16, '0')

let folder: string
beforeEach(() => {
  folder = temporaryFolder('site-builds-')
  for (let nth = 0; nth < 8; nth += 1) {
    mkdirSync(join(folder, nameOf(nth)))
    utimesSync(join(folder, nameOf(nth)), nth, nth)
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('builds of the site that are removed', () => {
  it('are those before the latest five, of which services may still load pages', () => {
    expect(oldBuilds(folder, nameOf(7))).toEqual([2, 1, 0].map(nameOf))
  })

  it('do not include the current one, however old it is', () => {
    expect(oldBuilds(folder, nameOf(0))).toEqual([3, 2, 1].map(nameOf))
  })

  it('do not include what is no build', () => {
    mkdirSync(join(folder, 'cache'))
    writeFileSync(join(folder, 'current'), nameOf(7))
    expect(oldBuilds(folder, nameOf(7))).toEqual([2, 1, 0].map(nameOf))
  })
})
