import { expect, it } from 'vitest'
import { onePerPortrait } from './one-per-portrait.ts'

it('the first of each portrait stays where it is, whatever shares its portrait further on', () => {
  const row = (id: string, portrait_url?: string) => ({ id, portrait_url })
  const rows = [row('elite wight', '/wight'), row('eater', '/eater'), row('common wight', '/wight'), row('shade')]
  expect(onePerPortrait(rows).map(({ id }) => id)).toEqual(['elite wight', 'eater'])
})
