import { describe, expect, it } from 'vitest'
import { isSnippetLanguage, snippetLanguages, snippets, snippetsOf, type SnippetLanguage } from './snippets.ts'

const url = "http://localhost/v2/items?name=o'clock&page=2"
const all = Object.keys(snippetLanguages) as SnippetLanguage[]

describe('the snippet of a call', () => {
  it('is a single word in a shell', () =>
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

  it('reads text if the answer is text', () => {
    for (const language of all) expect(snippets[language](url, { answer: 'text' })).not.toContain('json')
    expect(snippets.python(url, { answer: 'text' })).toContain('answer.text')
  })

  it('shows events as they arrive, because a stream has no end', () => {
    expect(snippets.curl(url, { answer: 'events' })).toBe(`curl --fail --no-buffer '${url.replace("'", '%27')}'`)
    expect(snippets.fetch(url, { answer: 'events' })).toMatch(/\nfor await \(const part of answer\.body/)
    expect(snippets.python(url, { answer: 'events' })).toContain(`requests.get("${url}", stream=True, timeout=30)`)
  })

  it('writes bytes to a file, and follows a redirect to them', () => {
    const icon = 'http://localhost/v2/items/id.item.lantern/icon?patch=1'
    const options = { answer: 'bytes', ending: '.png' } as const
    expect(snippets.curl(icon, options)).toBe(`curl --fail --location --output icon.png '${icon}'`)
    expect(snippets.fetch(icon, options)).toContain('answer.arrayBuffer()')
    expect(snippets.python(icon, options)).toContain('open("icon.png", "wb")')
    const file = 'http://localhost/v2/bulk/5001.ndjson.gz'
    expect(snippets.curl(file, { answer: 'bytes' })).toContain(' --output 5001.ndjson.gz ')
  })

  it('has a language with an id and a title', () =>
    expect(snippetsOf(url).map(({ id, language }) => [id, language])).toEqual(Object.entries(snippetLanguages)))
})

it('a stored language may be invalid', () => {
  expect(isSnippetLanguage('python')).toBe(true)
  expect(isSnippetLanguage('toString')).toBe(false)
  expect(isSnippetLanguage(null)).toBe(false)
})
