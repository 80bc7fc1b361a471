import { expect, it } from 'vitest'
import { onePerPortrait } from './one-per-portrait.ts'

it('onePerPortrait keeps the first row with each portrait, in order', () => {
  const row = (id: string, portrait_url?: string) => ({ id, portrait_url })
  const rows = [row('elite wight', '/wight'), row('eater', '/eater'), row('common wight', '/wight'), row('shade')]
  expect(onePerPortrait(rows).map(({ id }) => id)).toEqual(['elite wight', 'eater'])
})
