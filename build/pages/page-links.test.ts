import { expect, it } from 'vitest'
import { linksOf } from './page-links.ts'

const links = (text: string) => [...linksOf(text, 'https://ledger.test')]

it('finds the links of a page and the files that it loads', () => {
  expect(
    links(`<a href="/items/id.item.lantern_1#prices">x</a><link rel="alternate" href="/docs/errors.md">
      <meta property="og:image" content="https://ledger.test/cards/items/id.item.lantern_1.png">
      <div data-index="/docs/search.json"></div><select data-patches="/patches/names.json"></select><loc>https://ledger.test/quests</loc>`),
  ).toEqual([
    '/items/id.item.lantern_1',
    '/docs/errors.md',
    '/cards/items/id.item.lantern_1.png',
    '/docs/search.json',
    '/patches/names.json',
    '/quests',
  ])
})

it('leaves the API, accounts, hashed files, other sites, other patches and parts of the page itself', () => {
  expect(
    links(`<a href="/v2/items"><a href="/v1/codex/items"><a href="/account/keys"><script src="/_site/x.js"></script>
      <a href="https://elsewhere.test/items"><a href="//elsewhere.test/items"><a href="/items?patch=1"><a href="#main">
      <a href="mailto:x@y.z"><meta content="/items/../../etc">`),
  ).toEqual([])
})
