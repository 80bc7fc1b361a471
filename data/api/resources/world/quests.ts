import { z } from 'zod'
import { findRow } from '../../answer/answers.ts'
import * as column from '../../model/columns.ts'
import { embedParam } from '../../answer/rows/embed.ts'
import { catalogEndpoint } from '../../model/endpoint.ts'
import { cursor } from '../../model/envelopes.ts'
import { between, exact, flag, idLike, substring } from '../../model/filters.ts'
import { atPatch } from '../../model/patch-modes.ts'
import { resource, type Resource } from '../../model/resource.ts'
import { fieldsParam } from '../../model/row-params.ts'
import { fieldSchema, rowSchema } from '../../model/schemas.ts'
import { viewOf, type RowView } from '../../answer/rows/row-view.ts'
import { pickFields, rowObject } from '../../answer/rows/rows.ts'

const objectives = z.looseObject({
  order: z.int().nullish().describe('Place in the order of its chain.'),
  content_ids: z.array(z.string()).nullish().describe('Ids of the objectives; their rows with `embed=quest_contents`.'),
})

export const quests = resource({
  name: 'quests',
  summary: 'Quests',
  description: 'Quests with their objectives, rewards and chains.',
  specClause: '4.6',
  path: '/v2/quests',
  mode: atPatch,
  envelope: cursor(),
  locale: 'en',
  single: 'own',
  reserved: ['rewards'],
  columns: {
    id: column.id('quest'),
    source_key: column.key('The upstream key.'),
    archetype: column.key('Id that all quests of the giver share.'),
    title: column.text('Title.'),
    description: column.text('Description.'),
    chapter_id: column.described('Id of the quest that comes before.', column.reference('chapter_id', 'quests')),
    order: column.integer('Place in the order of its chain.'),
    objectives: column.embeddedAs(
      'quest_contents',
      column.withReferences(
        column.object('Place in the order of its chain, and the ids of its objectives.', objectives),
        {
          'objectives.content_ids[]': 'quest_contents',
        },
      ),
    ),
    reward_ids: column.described(
      'Ids of its rewards; their rows with `embed=quest_reward`.',
      column.embeddedAs('quest_reward', column.references('reward_ids', 'rewards')),
    ),
    min_adventure_rank: column.integer('Adventure rank that is needed.'),
    is_repeatable: column.boolean('Whether it can be done again.'),
    is_daily: column.boolean('Whether it is offered daily.'),
    patch_version: column.patchVersion(),
  },
  filters: [
    idLike(),
    substring('title', 'name'),
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
  specClause: '2.13',
  partOf: 'quests',
  mode: atPatch,
  columns: {
    id: column.idOrName('quest_content'),
    source_key: column.key('The upstream key.'),
    content_type: column.slug('What is to be done: fetch, kill, explore, props, escape, hold, use_item or damage.'),
    content_count: column.integer('How often or how many.'),
    target_kind: column.key('Kind of the target, such as item or monster.'),
    target_archetype: column.described(
      'Archetype of the target.',
      column.archetypeOf('target_archetype', ['items', 'monsters']),
    ),
    target_tag: column.key('Upstream tag that any target of the objective has.'),
    dungeon_tags: column.strings('Tags of the dungeons in which it counts; any where there are none.'),
  },
})

const grant = z.looseObject({
  type: z.string().describe('What is granted; it says which of the ids is there. `none` and `stash` grant nothing.'),
  count: z.int().nullish().describe('How many.'),
  item_id: z.string().nullish().describe('Id of the item, of type `item`.'),
  random_reward_id: z.string().nullish().describe('Id of the random reward, of type `random`.'),
  merchant_id: z.string().nullish().describe('Id of the merchant, of type `affinity`.'),
  item_skin_id: z.string().nullish().describe('Id of the skin, of type `item_skin`.'),
  character_skin_id: z.string().nullish().describe('Id of the skin, of type `character_skin`.'),
  armor_skin_id: z.string().nullish().describe('Id of the skin, of type `armor_skin`.'),
  nameplate_skin_id: z.string().nullish().describe('Id of the skin, of type `nameplate_skin`.'),
  action_skin_id: z.string().nullish().describe('Id of the skin, of type `action`.'),
  emote_id: z.string().nullish().describe('Id of the emote, of type `emote`.'),
})

export const rewards = resource({
  name: 'rewards',
  summary: 'Rewards of quests',
  specClause: '2.13',
  partOf: 'quests',
  mode: atPatch,
  columns: {
    id: column.idOrName('reward'),
    entries: column.withReferences(
      column.described('What is granted, one entry each.', column.list(grant, ['type', 'item_id'])),
      {
        'entries[].item_id': 'items',
        'entries[].merchant_id': 'merchants',
      },
    ),
  },
})

const { objectives: _objectives, reward_ids: _rewards, ...listedColumns } = quests.columns
const questColumns = {
  ...listedColumns,
  objectives: column.list(rowSchema(questContents)),
  rewards: column.list(rowSchema(rewards)),
}

export const quest = catalogEndpoint({
  id: 'quests.single',
  path: '/v2/quests/{id}',
  summary: 'A quest with its objectives and rewards resolved.',
  specClause: '4.6',
  resource: quests,
  rowColumns: questColumns,
  mode: atPatch,
  params: { ...fieldsParam(questColumns), ...embedParam(quests) },
  rows: { locale: 'en' },
  files: { folder: 'row', by: 'row' },
  schema: questSchema(),
  answer(request, store) {
    const view = viewOf(request, store)
    const embedsChapter = String(view.embed ?? '')
      .split(',')
      .includes('chapter_id')
    const embed = embedsChapter ? 'chapter_id' : undefined
    const row = rowObject(quests, findRow(quests, request, store), { ...view, embed, fields: undefined })
    const { objectives: wanted, reward_ids, is_repeatable, is_daily, min_adventure_rank, patch_version, ...text } = row
    const { order, content_ids } = (wanted ?? {}) as z.infer<typeof objectives>
    const full = {
      ...text,
      // If neither has an order, it is null or absent as in the row.
      order: text.order ?? order ?? text.order,
      objectives: resolve(questContents, content_ids, view),
      rewards: resolve(rewards, reward_ids, view),
      min_adventure_rank,
      is_repeatable,
      is_daily,
      patch_version,
    }
    return { body: JSON.stringify(view.fields ? pickFields(full, view.fields) : full) }
  },
})

function questSchema(): z.ZodType {
  const fields = Object.entries(listedColumns).map(([name, one]) => [name, fieldSchema(one, name === 'id')] as const)
  return z.looseObject({
    ...Object.fromEntries(fields),
    objectives: z.array(rowSchema(questContents)).describe('Its objectives; one without a row has its `id` alone.'),
    rewards: z.array(rowSchema(rewards)).describe('Its rewards; one without a row has its `id` alone.'),
  })
}

/** The rows that ids name, in their order; an id without a row becomes `{ id }`. */
function resolve(resource: Resource, ids: unknown, view: RowView): object[] {
  return (Array.isArray(ids) ? (ids as string[]) : []).map((id) => {
    const row = view.store.row(resource, view.scope, id)
    return row ? rowObject(resource, row, { ...view, embed: undefined, fields: undefined }) : { id }
  })
}
