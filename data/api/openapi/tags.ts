import type { Api } from '../model/api.ts'
import type { Endpoint } from '../model/endpoint.ts'

export interface Tag {
  /** The first part of the ids of its endpoints. */
  readonly id: string
  readonly name: string
  readonly description: string
}

/** Tags of endpoints that belong to no resource, in the order of the reference. */
const known: readonly Tag[] = [
  { id: 'facets', name: 'Facets', description: 'The values of enumerations, with their labels and counts.' },
  { id: 'search', name: 'Search', description: 'Everything that has a name, by what people type.' },
  { id: 'assets', name: 'Assets', description: 'Pictures and models by the hash of their bytes.' },
  { id: 'bulk', name: 'Bulk', description: 'A whole patch in a few files, without quota.' },
  { id: 'market', name: 'Market', description: 'Listings as they were seen, and prices through time.' },
  { id: 'merchant-stock', name: 'Merchant stock', description: 'What merchants were last seen to sell.' },
  { id: 'merchant-quests', name: 'Merchant quests', description: 'The quests that merchants were last seen to offer.' },
  { id: 'trades', name: 'Trades', description: 'Messages of the trade channel.' },
  { id: 'population', name: 'Population', description: 'How many players are online, now and before.' },
  { id: 'events', name: 'Events', description: 'Changes of live data, pushed as they come in.' },
  { id: 'leaderboards', name: 'Leaderboards', description: 'Seasons, ladders, and who stands where on them.' },
  { id: 'chat', name: 'Chat', description: 'One line of plain text, for commands of chat bots.' },
  { id: 'meta', name: 'Meta', description: 'What is served here, and how old it is.' },
  { id: 'openapi', name: 'API document', description: 'The OpenAPI 3.1 document of this API.' },
]

/** The id of an endpoint's tag. */
export const tagIdOf = ({ id }: Pick<Endpoint, 'id'>): string => id.split('.')[0] ?? id

/** The tags of an API's endpoints: resources in the order of the table, with their own descriptions, then the others. */
export function tagsOf(api: Api): readonly Tag[] {
  const used = new Set(api.endpoints.map(tagIdOf))
  const ofResources = [...used]
    .filter((id) => !known.some((tag) => tag.id === id))
    .map((id): Tag => {
      const { summary = id, description = `${summary}.` } = api.resources.get(id) ?? {}
      return { id, name: summary, description }
    })
  return [...ofResources, ...known.filter(({ id }) => used.has(id))]
}
