import { describe, expect, it } from 'vitest'
import { isSnippetLanguage, snippetLanguages, snippets, snippetsOf, type SnippetLanguage } from './snippets.ts'

const url = "http://localhost/v2/items?name=o'clock&page=2"
const all = Object.keys(snippetLanguages) as SnippetLanguage[]

describe('a call to paste', () => {
  it('to a shell stays one word', () =>
    expect(snippets.curl(url)).toBe("curl --fail --compressed 'http://localhost/v2/items?name=o%27clock&page=2'"))

  it('is a string in JavaScript and in Python', () => {
    expect(snippets.fetch(url)).toContain(`fetch("${url}")`)
    expect(snippets.python(url)).toContain(`get("${url}", timeout=10)`)
  })

  it('sends a key only where one is needed', () => {
    for (const language of all) {
      expect(snippets[language](url)).not.toContain('X-Api-Key')
      expect(snippets[language](url, { needsKey: true })).toContain('X-Api-Key')
    }
  })

  it('reads text where the answer is text', () => {
    for (const language of all) expect(snippets[language](url, { isText: true })).not.toContain('json')
    expect(snippets.python(url, { isText: true })).toContain('answer.text')
  })

  it('has a name for people and one for programs', () =>
    expect(snippetsOf(url).map(({ id, language }) => [id, language])).toEqual(Object.entries(snippetLanguages)))
})

it('a language that was remembered may be none', () => {
  expect(isSnippetLanguage('python')).toBe(true)
  expect(isSnippetLanguage('toString')).toBe(false)
  expect(isSnippetLanguage(null)).toBe(false)
})
