import { expect, it } from 'vitest'
import { highlight } from './highlight.ts'

const text = (html: string) => html.replace(/<[^>]*>/g, '')

it('highlight marks property names, strings, numbers and keywords of JSON', () => {
  expect(highlight('{ "a": "b", "c": 1.5, "d": null }')).toBe(
    '{ <span class="token property">&quot;a&quot;</span>: <span class="token string">&quot;b&quot;</span>, ' +
      '<span class="token property">&quot;c&quot;</span>: <span class="token number">1.5</span>, ' +
      '<span class="token property">&quot;d&quot;</span>: <span class="token keyword">null</span> }',
  )
})

it.each(['<script>alert(1)</script>', '"</code>": "<b>&"', "curl 'a?b=<c>&d=e'"])(
  'highlight escapes markup: %s',
  (code) => {
    const html = highlight(code)
    expect(html.replace(/<span class="token [a-z]+">|<\/span>/g, '')).not.toMatch(/[<>]/)
    expect(
      text(html).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ).toBe(code)
  },
)

it('highlight does not mistake the slashes of a URL for a comment', () => {
  expect(highlight('curl http://a.example/b')).not.toContain('comment')
  expect(highlight('x // why')).toContain('<span class="token comment">// why</span>')
})
