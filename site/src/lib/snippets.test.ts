import { describe, expect, it } from 'vitest'
import { isLanguage, snippets } from './snippets.ts'

describe('a call to paste', () => {
  const url = "http://localhost/v2/items?name=o'clock&page=2"
  it('to a shell stays one word', () =>
    expect(snippets.curl(url)).toBe("curl --fail --compressed 'http://localhost/v2/items?name=o%27clock&page=2'"))
  it('is a string in JavaScript and in Python', () => {
    expect(snippets.fetch(url)).toContain(`fetch("${url}")`)
    expect(snippets.python(url)).toContain(`get("${url}", timeout=10)`)
  })
})

it('a language that was remembered may be none', () => {
  expect(isLanguage('python')).toBe(true)
  expect(isLanguage('toString')).toBe(false)
  expect(isLanguage(null)).toBe(false)
})
