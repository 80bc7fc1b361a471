import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { completeOnce, oldBuilds } from './build-site.ts'

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

describe('removed builds of the site', () => {
  it('are those before the latest five, from which services may still load pages', () => {
    expect(oldBuilds(folder, nameOf(7))).toEqual([2, 1, 0].map(nameOf))
  })

  it('do not include the current one, however old it is', () => {
    expect(oldBuilds(folder, nameOf(0))).toEqual([3, 2, 1].map(nameOf))
  })

  it('do not include other files', () => {
    mkdirSync(join(folder, 'cache'))
    writeFileSync(join(folder, 'current'), nameOf(7))
    expect(oldBuilds(folder, nameOf(7))).toEqual([2, 1, 0].map(nameOf))
  })
})

describe('a build that several processes need at once', () => {
  it('is made by one of them, and none reads it before it is complete', async () => {
    const built: string[] = []
    const build = (name: string) => async (into: string) => {
      built.push(`${name} begins`)
      await setTimeout(300)
      mkdirSync(into)
      built.push(`${name} ends`)
    }
    const site = join(folder, 'site')
    await Promise.all(['first', 'second', 'third'].map((name) => completeOnce(site, build(name))))
    expect(built).toEqual(['first begins', 'first ends'])
  })

  it('is made by the next one if the first fails', async () => {
    const site = join(folder, 'site')
    const fails = completeOnce(site, () => Promise.reject(new Error('no room')))
    const next = completeOnce(site, (into) => Promise.resolve(mkdirSync(into)))
    await expect(fails).rejects.toThrow('no room')
    await next
    expect(existsSync(join(site, 'complete'))).toBe(true)
  })
})
