import { z } from 'zod'
import { findRow } from '../answers.ts'
import * as column from '../columns.ts'
import { embedParam } from '../embed.ts'
import { endpoint } from '../endpoint.ts'
import { cursor } from '../envelopes.ts'
import { between, exact, flag, idLike } from '../filters.ts'
import { atPatch } from '../patch-modes.ts'
import { resource, type Resource } from '../resource.ts'
import { viewOf, type RowView } from '../row-view.ts'
import { rowObject } from '../rows.ts'

const objectives = z.looseObject({ order: z.int().nullish(), content_ids: z.array(z.string()).nullish() })

export const quests = resource({
  name: 'quests',
  summary: 'Quests',
  about: 'Quests with their objectives, rewards and chains.',
  spec: '4.6',
  path: '/v2/quests',
  mode: atPatch,
  envelope: cursor(),
  locale: 'en',
  single: 'own',
  columns: {
    id: column.id('quest'),
    source_key: column.key(),
    archetype: column.key(),
    title: column.text(),
    description: column.text(),
    chapter_id: column.reference('chapter_id', 'quests'),
    order: column.integer(),
    objectives: column.embeddedAs(
      'quest_contents',
      column.referring(column.object(objectives), { 'objectives.content_ids[]': 'quest_contents' }),
    ),
    reward_ids: column.embeddedAs('quest_reward', column.references('reward_ids', 'rewards')),
    min_adventure_rank: column.integer(),
    is_repeatable: column.boolean(),
    is_daily: column.boolean(),
    patch_version: column.patchVersion(),
  },
  filters: [
    idLike(),
    exact('archetype'),
    exact('chapter_id'),
    flag('is_repeatable'),
    flag('is_daily'),
    between('min_adventure_rank', 'rank_min', 'rank_max'),
  ],
})

export const questContents = resource({
  name: 'quest_contents',
  summary: 'Objectives of quests',
  spec: '2.13',
  mode: atPatch,
  columns: {
    id: column.id('quest_content'),
    source_key: column.key(),
    content_type: column.slug(),
    content_count: column.integer(),
    target_kind: column.key(),
    target_archetype: column.archetypeOf('target_archetype', ['items', 'monsters']),
    target_tag: column.key(),
    dungeon_tags: column.strings(),
  },
})

export const rewards = resource({
  name: 'rewards',
  summary: 'Rewards of quests',
  spec: '2.13',
  mode: atPatch,
  columns: {
    id: column.id('reward'),
    entries: column.referring(
      column.list(z.looseObject({ type: z.string(), count: z.int().nullish() }), ['type', 'item_id']),
      {
        'entries[].item_id': 'items',
        'entries[].merchant_id': 'merchants',
      },
    ),
  },
})

export const quest = endpoint({
  id: 'quests.single',
  path: '/v2/quests/{id}',
  summary: 'A quest with its objectives and rewards resolved.',
  spec: '4.6',
  resource: quests,
  mode: atPatch,
  params: embedParam(quests),
  rows: { locale: 'en' },
  files: { folder: 'row', by: 'row' },
  schema: z.looseObject({
    id: z.string(),
    objectives: z.array(z.looseObject({ id: z.string() })),
    rewards: z.array(z.looseObject({ id: z.string() })),
    patch_version: z.string(),
    min_adventure_rank: z.int().nullish(),
  }),
  answer(request, store) {
    const view = viewOf(request, store)
    const embed =
      String(view.embed ?? '')
        .split(',')
        .filter((name) => name === 'chapter_id')
        .join() || undefined
    const row = rowObject(quests, findRow(quests, request, store), { ...view, embed })
    const { objectives: wanted, reward_ids, is_repeatable, is_daily, min_adventure_rank, patch_version, ...text } = row
    const { order, content_ids } = (wanted ?? {}) as z.infer<typeof objectives>
    const full = {
      ...text,
      order: text.order ?? order ?? text.order,
      objectives: resolve(questContents, content_ids, view),
      rewards: resolve(rewards, reward_ids, view),
      min_adventure_rank,
      is_repeatable,
      is_daily,
      patch_version,
    }
    return { body: JSON.stringify(full) }
  },
})

/** The rows that ids name, in their order; an id without a row becomes `{ id }`. */
function resolve(resource: Resource, ids: unknown, view: RowView): object[] {
  return (Array.isArray(ids) ? (ids as string[]) : []).map((id) => {
    const row = view.store.row(resource, view.scope, id)
    return row ? rowObject(resource, row, { ...view, embed: undefined }) : { id }
  })
}
