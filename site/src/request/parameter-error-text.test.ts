import { describe, expect, it } from 'vitest'
import type { ParameterError } from '../../../data/api/model/values/errors.ts'
import { api } from '../../../data/api/table.ts'
import { translateTo } from '../messages/catalogs.ts'
import { testSite } from '../test/test-site.ts'
import { parameterErrorText } from './parameter-error-text.ts'

const { fetchApi } = testSite()
const inGerman = translateTo('de')

async function refused(target: string): Promise<readonly (string | undefined)[]> {
  const { status, json } = await fetchApi(target)
  expect(status).toBe(400)
  const { errors } = json as { errors: readonly ParameterError[] }
  return errors.map((error) => parameterErrorText(api, target, error, inGerman))
}

describe('why a parameter was refused, in the language of the page', () => {
  it.each([
    ['min_gear_score=-1', '„-1“ ist kleiner als 0'],
    ['limit=1000', '„1000“ ist größer als 250'],
    ['min_gear_score=1.5', '„1.5“ ist keine ganze Zahl'],
    ['sort=gear_scor', '„gear_scor“ gehört nicht zu den möglichen Werten'],
    ['has_effect=maybe', '„maybe“ gehört nicht zu den möglichen Werten'],
    ['raritty=epic', 'Diesen Filter gibt es hier nicht'],
  ])('%s', async (query, words) => {
    expect(await refused(`/v2/items?${query}`)).toEqual([words])
  })

  it('truncates a long value as the API does', async () => {
    const [words = ''] = await refused(`/v2/items?min_gear_score=${'9'.repeat(100)}`)
    expect(words.length).toBeLessThan(120)
  })

  it.each(['min_gear_score=1&min_gear_score=2', 'min_gear_score='])(
    'is the message of the API for %s',
    async (query) => {
      expect(await refused(`/v2/items?${query}`)).toEqual([undefined])
    },
  )

  it.each([
    ['/v2/market?from=yesterday', '„yesterday“ ist keine Zeitangabe wie 2026-11-20T12:00Z'],
    ['/v2/market?min_price_per_unit=many', '„many“ ist keine Zahl'],
  ])('%s', (target, words) => {
    const [name = '', value = ''] = target.split('?')[1]?.split('=') ?? []
    const error = { parameter: name, message: `got "${value}", which is wrong` }
    expect(parameterErrorText(api, target, error, inGerman)).toBe(words)
  })
})
