import { z } from 'zod'
import { findRow } from '../../answer/answers.ts'
import { flag, integer, signedDecimal, text } from '../../model/values/codecs.ts'
import { catalogEndpoint } from '../../model/endpoint.ts'
import { fallbackLocale, localeParam, type Locale } from '../../model/values/locales.ts'
import { atPatch } from '../../model/patch-modes.ts'
import type { RowObject } from '../../answer/rows/row-view.ts'
import { scopeOf } from '../../model/store.ts'
import { listedAttributes } from './attributes.ts'
import { classId, tooltipErrors } from './tooltip-errors.ts'
import { gemNames } from './gems.ts'
import { overridesOf, rollCodec } from './overrides.ts'
import { rangesOf, tooltipOf } from './tooltip.ts'
import { items } from '../items/items.ts'

const optional = (about: string) => z.string().optional().describe(about)

export const tooltip = catalogEndpoint({
  id: 'items.tooltip',
  path: '/v2/items/{id}/tooltip',
  summary: 'An item as a tooltip shows it: display strings, with what is known of one instance of it.',
  specClause: '4.2',
  resource: items,
  mode: atPatch,
  keyScope: 'tooltips',
  rows: false,
  params: {
    'primary[*]': {
      codec: signedDecimal(),
      summary: 'Value of a primary attribute, by its field, in place of the range.',
    },
    'secondary[*]': {
      codec: rollCodec(),
      summary: 'A rolled secondary attribute; `<number>:<GemName>` sets a gem in it.',
    },
    quantity: { codec: integer({ min: 1 }), summary: 'Stack size; above 1 the name ends in `x<quantity>`.' },
    found_by: { codec: text(), summary: 'Character who looted the instance.' },
    loot_state: { codec: text(), summary: 'Looted, Identified, Handled, and others.' },
    class: { codec: text(), summary: 'Class that equips it: tag, id or raw key.' },
    is_tradeable: { codec: flag(), summary: 'Whether the footer says tradeable or bound.' },
    amount: { codec: integer(), summary: 'Gold in a coin pouch.' },
    locale: localeParam(fallbackLocale),
  },
  schema: z.strictObject({
    id: z.string().describe('Canonical id: `id.item.<slug>`.'),
    name: optional('Name; of a stack it ends in `x<quantity>`.'),
    rarity: optional('Rarity.'),
    archetype: optional('Id that all rarities of the item share.'),
    slot_type: optional('Slot that it is worn in.'),
    armor_type: optional('Material class of armor.'),
    gear_score: z.int().optional().describe('Gear score.'),
    description: optional('Description.'),
    required_class: z.array(z.string()).optional().describe('Tags of the classes that can use it.'),
    primary: z.array(z.string()).describe('Primary attributes: a label and a number or a range each.'),
    secondary: z
      .array(z.array(z.string()).min(1).max(2))
      .describe('Rolled secondary attributes: a label and a number, and the gem where there is one.'),
    found_by: optional('Character who looted it, as in the request.'),
    is_tradeable: z.boolean().optional().describe('Whether it can be traded, as in the request.'),
    loot_state: optional('How it was looted, as in the request.'),
    class: z
      .strictObject({
        id: z.string().describe('Canonical id of the class.'),
        suitable: z.boolean().describe('Whether the class can use the item.'),
      })
      .optional()
      .describe('The class in the request.'),
    amount: z.int().optional().describe('Gold in a coin pouch, as in the request.'),
    out_of_range: z.array(z.string()).optional().describe('Parameters whose value the item cannot have.'),
  }),
  validate: tooltipErrors,
  answer(request, store) {
    const scope = scopeOf(request.patch)
    const item = JSON.parse(findRow(items, request, store).text) as RowObject
    const overrides = overridesOf(request.values)
    const fields = [...rangesOf(item, 'primary').keys(), ...overrides.primary.keys(), ...overrides.secondary.keys()]
    const texts = store.texts(scope, request.values.locale as Locale)
    const payload = tooltipOf({
      item,
      attributes: listedAttributes(store, scope, new Set(fields)),
      overrides,
      wearerId: overrides.wearer === undefined ? undefined : classId(overrides.wearer, store, scope),
      texts,
      gemName: gemNames(store, scope, [texts, store.texts(scope, fallbackLocale)]),
    })
    return { body: JSON.stringify(payload) }
  },
})
