import { expect, it } from 'vitest'
import { snippetsOf } from './snippets.ts'

const url = 'https://ledger.example/v2/items?rarity=epic&limit=2'
const codeOf = (id: string, needsKey = false) => snippetsOf(url, needsKey).find((one) => one.id === id)?.code ?? ''

it('offers shell, JavaScript and Python, each with the whole address', () => {
  expect(snippetsOf(url).map(({ label }) => label)).toEqual(['curl', 'fetch', 'Python'])
  for (const { code } of snippetsOf(url)) expect(code).toContain(url)
})

it('quotes the address, so that a shell takes no & for its own', () => {
  expect(codeOf('curl')).toBe(`curl '${url}'`)
  expect(codeOf('curl', true)).toContain(`'${url}'`)
})

it('sends a key only where one is needed', () => {
  for (const id of ['curl', 'fetch', 'python']) {
    expect(codeOf(id)).not.toContain('X-Api-Key')
    expect(codeOf(id, true)).toContain('X-Api-Key')
  }
})

it('is code that can be pasted', () => {
  expect(codeOf('fetch')).toMatch(/^const answer = await fetch\(/)
  expect(codeOf('python')).toMatch(/^import requests\n\nanswer = requests\.get\(/)
})
