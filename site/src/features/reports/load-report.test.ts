import { describe, expect, it } from 'vitest'
import { testSite } from '../../test/test-site.ts'
import { loadClassReport, reportPath } from './load-report.ts'

const warden = 'id.player_character.warden'

describe('the report of a class', () => {
  const site = testSite()
  const patch = site.patches.resolve('2')

  it('is based on the difference from the parent, filtered by class', async () => {
    const { call, judged, isCut } = await loadClassReport(site.locals, patch, warden)
    const url = new URL(call, 'https://ledger.example')
    expect(url.pathname).toBe('/v2/patches/diff')
    expect(Object.fromEntries(url.searchParams)).toEqual({ to: '2', class: warden, locale: 'en', limit: '250' })
    expect(isCut).toBe(false)
    expect(judged.map(({ group, verdict, kind }) => [group.stem, verdict, kind])).toEqual([
      ['id.perk.light_sleeper', 'removed', 'Perks'],
    ])
  })

  it('is cached', async () => {
    await loadClassReport(site.locals, patch, warden)
    const before = site.requested.length
    await loadClassReport(site.locals, patch, warden)
    expect(site.requested.length).toBe(before)
  })

  it('is empty for a patch without a parent, without a request', async () => {
    const before = site.requested.filter((target) => target.startsWith('/v2/patches/diff')).length
    const { judged, kinds } = await loadClassReport(site.locals, site.patches.resolve('1'), warden)
    expect([judged, kinds]).toEqual([[], []])
    expect(site.requested.filter((target) => target.startsWith('/v2/patches/diff')).length).toBe(before)
  })

  it('has a page', () => {
    expect(reportPath(warden, 2)).toBe('/classes/id.player_character.warden/patches/2')
  })
})
