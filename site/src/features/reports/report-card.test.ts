import { describe, expect, it } from 'vitest'
import { patchOf } from '../../../../data/api/test/test-world.ts'
import { reportCard } from './report-card.ts'

const warden = { name: 'Warden', icon: '/v1/codex/assets/aa' }
const patch = patchOf(2, 'main', '1.1.0.2188', 1, {
  display_name: 'Toll of the Drowned',
  released_at: '2026-05-19T10:00:00Z',
})
const none = { up: 0, down: 0, mixed: 0, added: 0, removed: 0 }

describe('the card of a class report', () => {
  it('has the class, the patch, and counts by verdict and kind', () => {
    const card = reportCard(warden, patch, { counts: { ...none, up: 3, down: 5 }, kinds: [['weapon', 12]] })
    expect(card).toEqual({
      kind: ['Classes', 'Toll of the Drowned', 'May 19, 2026'],
      name: 'Warden',
      figures: [
        { label: 'Up', value: '3' },
        { label: 'Down', value: '5' },
        { label: 'Weapon', value: '12' },
      ],
      text: undefined,
      note: '1.1.0.2188',
      picture: '/v1/codex/assets/aa',
    })
  })

  it('has a maximum number of figures', () => {
    const kinds = ['weapon', 'armor', 'perk', 'spell'].map((kind) => [kind, 1] as const)
    expect(reportCard(warden, patch, { counts: { ...none, up: 1, down: 1, mixed: 1 }, kinds }).figures).toHaveLength(5)
  })

  it('says that nothing changed', () => {
    const card = reportCard(warden, patch, { counts: none, kinds: [] })
    expect(card.figures).toEqual([])
    expect(card.text).toContain('nothing')
  })
})
