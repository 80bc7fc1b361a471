// A world without pictures, of which nothing was observed and whose quests got localization keys in place of texts.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTestBundle } from '../../../build/test/test-bundle.ts'
import { openFixture, type Fixture } from '../../../dynamic/test/fixtures/test-service.ts'
import { openSite } from '../../server/open-site.ts'

const item = { id: 'id.item.boots_1001', name: 'Boots', rarity: 'poor', type: 'armor' }
const quest = { id: 'id.quest.smith_01', archetype: 'id.quest.smith', title: 'Hidden Lines' }
const other = { id: 'id.quest.smith_02', archetype: 'id.quest.smith', title: 'Whispers' }
const monster = { id: 'id.monster.wight_common', archetype: 'id.monster.wight', name: 'Wight', tier: 'common', hp: 40 }
const texts = { Quest_Smith_01: 'Marks of Malice', Quest_Smith_02: 'Whispers' }

describe('a bare world', () => {
  let fixture: Fixture
  let url: string
  beforeAll(async () => {
    fixture = openFixture()
    const [first, second] = ['1.0.0', '1.1.0'].map((version) => join(fixture.dataDir, `bundle-${version}`))
    await fixture.import([
      writeTestBundle(first ?? '', '1.0.0', { items: [item], quests: [quest, other] }),
      writeTestBundle(second ?? '', '1.1.0', {
        quests: [
          { ...quest, title: 'Quest_Smith_01' },
          { ...other, title: 'Quest_Smith_02', min_adventure_rank: 3 },
        ],
        monsters: [monster],
        spawners: [{ id: 'id.spawner.wight_nest', archetype: monster.archetype, monster_id: monster.id }],
        'locales/en.json': texts,
      }),
    ])
    ;({ url } = await fixture.serve({ site: await openSite(fixture.dataDir) }))
  })
  afterAll(() => fixture.close())

  const open = async (path: string) => (await fetch(url + path)).text()

  it("leaves no space on an item's card for a missing picture", async () => {
    const [card = ''] = /<article class="item[^]*?<\/header>/.exec(await open(`/items/${item.id}`)) ?? []
    expect(card).toContain('Boots')
    expect(card).not.toContain('class="icon')
  })

  it('says once that the population was not observed, and offers no range to choose', async () => {
    const html = await open('/population')
    expect(html).toContain('has not been observed yet')
    expect(html).not.toContain('name="days"')
    expect(html).not.toContain('Choose a longer one')
  })

  it.each(['/market', '/drops', '/merchants/stock'])(
    '%s names no thing of another world as an example',
    async (path) => {
      expect(/<main[^]*<\/main>/.exec(await open(path))?.[0]).not.toMatch(/type="search"[^>]* placeholder="[^"\d]/)
    },
  )

  it('compares a monster only with monsters, whatever else has its archetype', async () => {
    const [stats = ''] = /<div class="stats"[^]*?<\/table>/.exec(await open(`/monsters/${monster.id}`)) ?? []
    expect(stats.match(/<th scope="col"/g)).toHaveLength(1)
    expect(stats).toContain('40')
  })

  it('reports changes of texts in words, not by their keys', async () => {
    for (const path of [`/quests/${quest.id}`, '/patches/2?resource=quests']) {
      const html = await open(path)
      expect(html).toContain('Marks of Malice')
      expect(html).not.toContain('Quest_Smith')
    }
  })

  it('reports no change if a key resolves to the previous text', async () => {
    const html = await open(`/patches/2?q=${other.id}`)
    expect(html).toContain('Min adventure rank')
    expect(html).not.toMatch(/Title[^]{0,200}Whispers/)
  })
})
