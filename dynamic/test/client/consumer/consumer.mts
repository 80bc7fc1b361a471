// A program that uses the installed client, which is compiled but never run. Each marked line must be a compile error.
import { createClient, Problem } from 'deepledger-client'
import type { Client, ItemsListParams, ItemsRow, List, Locale, PriceBucket, RequestOptions } from 'deepledger-client'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(equal: Equal<A, B>) => equal

const locale: Locale = 'pt-BR'
const client: Client = createClient({ baseUrl: new URL('https://host'), apiKey: 'key', locale, fetch, maxRetries: 1 })

export async function rows(): Promise<string[]> {
  const names: string[] = []
  for await (const item of client.items.list({ rarity: 'epic', min_gear_score: 20, has_effect: true })) {
    same<typeof item, ItemsRow>(true)
    same<typeof item.id, string>(true)
    same<typeof item.gear_score, number | null | undefined>(true)
    same<typeof item.primary_max_life_steal, number | null | undefined>(true)
    names.push(item.name ?? item.id)
    // @ts-expect-error -- rows have no such column
    names.push(item.nonsense)
    // @ts-expect-error -- a name may be missing
    names.push(item.name)
  }
  return names
}

export async function anyOf(): Promise<number> {
  const rarities = ['epic', 'legendary'] as const
  const { body } = await client.items.list({ rarity: rarities, slot_type: 'hands' }).page()
  // @ts-expect-error -- no such rarity
  await client.items.list({ rarity: ['epic', 'epc'] }).page()
  return body.length
}

export async function pages(options: RequestOptions): Promise<number> {
  const { pagination, body } = await client.monsters.list({ limit: 5 }, options).page()
  const quests = await client.quests.list({ sort: 'desc' }).page()
  same<typeof quests.next, string | null>(true)
  // @ts-expect-error -- cursor lists have no pagination
  quests.pagination.total.toFixed()
  return pagination.total + body.length + quests.rows.length
}

export async function calls(): Promise<void> {
  const { signal } = new AbortController()
  const { series } = await client.market.priceHistory('id.item.x', { interval: '4h', from: new Date() }, { signal })
  same<typeof series, PriceBucket[]>(true)
  const line: string = await client.chat.items({ name: 'ember' })
  const icon: Response = await client.items.icon('id.item.x')
  const embedded = await client.perks.get('id.perk.x', { embed: ['classes'] })
  const [first] = embedded.classes ?? []
  if (typeof first === 'object') same<typeof first.id, string>(true)
  await client.items.tooltip('id.item.x', { primary: { health: 3 } })
  await client.leaderboards.entries('season', 'sheet', { page_size: 10 }).page()
  console.log(line, icon, (await client.meta()).build, (await client.openapi()).paths)
}

/** Values of answers can be used as parameters. */
export async function follow(): Promise<void> {
  const [item] = (await client.items.list({ patch: 3, sort: '-primary_max_armor_rating' }).page()).body
  await client.items.list({ fields: ['name', 'primary_max_armor_rating'] }).page()
  await client.quests.list({ sort: ['-order', 'id'] }).page()
  await client.quests.list({ sort: '-order' }).page()
  const [listing] = (await client.market.list({ ids: [1, 2] }).page()).body
  if (listing) await client.market.get(listing.id)
  await client.patches.changelog(2)
  if (item) await client.items.tooltip(item.id, { secondary: { might: 2 } })
}

export function refused(): void {
  // @ts-expect-error -- no such parameter
  client.items.list({ rarty: 'epic' })
  // @ts-expect-error -- no number
  client.items.list({ limit: '5' })
  // @ts-expect-error -- neither a direction nor a column
  client.quests.list({ sort: 'up' })
  // @ts-expect-error -- no id
  void client.items.get()
  // @ts-expect-error -- a name is required
  void client.chat.items()
  // @ts-expect-error -- it must be a text
  void client.chat.items({ name: undefined })
  // @ts-expect-error -- operations without parameters take none
  void client.meta({ locale: 'de' })
  // @ts-expect-error -- no such language
  createClient({ baseUrl: 'https://host', locale: 'tlh' })
  // @ts-expect-error -- no service
  createClient({})
  // @ts-expect-error -- no such operation
  client.things.list()
}

export function explain(error: unknown): string {
  if (!(error instanceof Problem)) throw error
  if (error.code === 'rate_limited') return 'later'
  const [first] = error.errors ?? []
  return `${error.status} ${error.detail} ${first?.parameter} ${error.request_id} ${error.message}`
}

export const params: ItemsListParams = { patch: 'current', name: undefined }
export const list: List<ItemsRow, unknown> = client.items.list(params)
