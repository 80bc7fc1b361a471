import type { Api } from '../api.ts'
import type { Endpoint } from '../endpoint.ts'

export interface Tag {
  /** First part of its endpoints' ids. */
  readonly id: string
  readonly name: string
  readonly description: string
}

/** What endpoints are about, in the order of the reference; a resource that is not named here comes last, by its own summary. */
const known: readonly Tag[] = [
  { id: 'patches', name: 'Patches', description: 'Every imported patch of every branch, and what each one changed.' },
  { id: 'items', name: 'Items', description: 'Weapons, armour, utilities and everything else that fits in a bag.' },
  {
    id: 'attributes',
    name: 'Attributes',
    description: 'What the attribute columns of items mean, and how they are shown.',
  },
  { id: 'monsters', name: 'Monsters', description: 'Stats, abilities, loot, portraits and models of monsters.' },
  { id: 'loot_tables', name: 'Loot tables', description: 'What can drop, and how probably.' },
  { id: 'spawners', name: 'Spawners', description: 'Where monsters, chests and props stand on the maps.' },
  { id: 'maps', name: 'Maps', description: 'The maps that spawners stand on.' },
  { id: 'classes', name: 'Classes', description: 'Player classes with their abilities, perks and emotes.' },
  { id: 'perks', name: 'Perks', description: 'Perks, and the classes that may take them.' },
  { id: 'spells', name: 'Spells', description: 'Spells: cost, casting, range in centimetres.' },
  { id: 'skills', name: 'Skills', description: 'Abilities that classes use by stamina.' },
  { id: 'religions', name: 'Religions', description: 'Deities, and what their levels cost in offerings.' },
  { id: 'merchants', name: 'Merchants', description: 'Who trades in the town, and what services they offer.' },
  { id: 'quests', name: 'Quests', description: 'Quests with their objectives, rewards and chains.' },
  { id: 'workshops', name: 'Workshops', description: 'The buildings in which things are made.' },
  { id: 'workshop_levels', name: 'Workshop levels', description: 'The tiers of the workshops.' },
  { id: 'workshop_upgrades', name: 'Workshop upgrades', description: 'What the workshops can be extended by.' },
  {
    id: 'workshop_services',
    name: 'Workshop services',
    description: 'Recipes: crafting, rebuilding, enhancing, scrapping.',
  },
  {
    id: 'faustian_bargains',
    name: 'Faustian bargains',
    description: 'Risks for rewards that are taken during one run.',
  },
  { id: 'achievements', name: 'Achievements', description: 'What there is to achieve, by category.' },
  { id: 'facets', name: 'Facets', description: 'The values of enumerations, with their labels and counts.' },
  { id: 'assets', name: 'Assets', description: 'Pictures and models by the hash of their bytes.' },
  { id: 'market', name: 'Market', description: 'Listings as they were seen, and prices through time.' },
  { id: 'merchant-stock', name: 'Merchant stock', description: 'What merchants were last seen to sell.' },
  { id: 'merchant-quests', name: 'Merchant quests', description: 'What merchants were last seen to ask for.' },
  { id: 'trades', name: 'Trades', description: 'Messages of the trade channel.' },
  { id: 'population', name: 'Population', description: 'How many players are online, now and before.' },
  { id: 'leaderboards', name: 'Leaderboards', description: 'Seasons, ladders, and who stands where on them.' },
  { id: 'meta', name: 'Meta', description: 'What is served here, and how old it is.' },
  { id: 'openapi', name: 'API document', description: 'This API as a machine reads it.' },
]

export const tagIdOf = ({ id }: Pick<Endpoint, 'id'>): string => id.split('.')[0] ?? id

/** The tags that the API's endpoints carry, in order. */
export function tagsOf(api: Api): readonly Tag[] {
  const used = new Set(api.endpoints.map(tagIdOf))
  const others = [...used].filter((id) => !known.some((tag) => tag.id === id))
  const made = others.map((id): Tag => {
    const summary = api.resources.get(id)?.summary ?? id
    return { id, name: summary, description: `${summary}.` }
  })
  return [...known.filter(({ id }) => used.has(id)), ...made]
}
