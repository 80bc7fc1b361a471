import { z } from 'zod'
import { findRow } from '../answers.ts'
import { flag, integer, signed, text } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { fallbackLocale, localeParam, type Locale } from '../locales.ts'
import { atPatch } from '../patch-modes.ts'
import type { RowObject } from '../row-view.ts'
import { catalogScope } from '../store.ts'
import { listedAttributes } from '../tooltip/attributes.ts'
import { classId, tooltipFaults } from '../tooltip/faults.ts'
import { gemNames } from '../tooltip/gems.ts'
import { overridesOf, roll } from '../tooltip/overrides.ts'
import { rangesOf, tooltipOf } from '../tooltip/tooltip.ts'
import { items } from './items.ts'

const optional = z.string().optional()

export const tooltip = endpoint({
  id: 'items.tooltip',
  path: '/v2/items/{id}/tooltip',
  summary: 'An item as a tooltip shows it: display strings, with what is known of one instance of it.',
  spec: '4.2',
  resource: items,
  mode: atPatch,
  keyScope: 'tooltips',
  rows: false,
  params: {
    'primary[*]': { codec: signed(), summary: 'Value of a primary attribute, by its field, in place of the range.' },
    'secondary[*]': { codec: roll(), summary: 'A rolled secondary attribute; `<number>:<GemName>` sets a gem in it.' },
    quantity: { codec: integer({ min: 1 }), summary: 'Stack size; above 1 the name ends in `x<quantity>`.' },
    found_by: { codec: text(), summary: 'Character who looted the instance.' },
    loot_state: { codec: text(), summary: 'Looted, Identified, Handled, and others.' },
    class: { codec: text(), summary: 'Class that equips it: tag, id or raw key.' },
    is_tradeable: { codec: flag(), summary: 'Whether the footer says tradeable or bound.' },
    amount: { codec: integer(), summary: 'Gold in a coin pouch.' },
    locale: localeParam(fallbackLocale),
  },
  schema: z.strictObject({
    id: z.string(),
    name: optional,
    rarity: optional,
    archetype: optional,
    slot_type: optional,
    armor_type: optional,
    gear_score: z.int().optional(),
    description: optional,
    required_class: z.array(z.string()).optional(),
    primary: z.array(z.string()),
    secondary: z.array(z.array(z.string()).min(1).max(2)),
    found_by: optional,
    is_tradeable: z.boolean().optional(),
    loot_state: optional,
    class: z.strictObject({ id: z.string(), suitable: z.boolean() }).optional(),
    amount: z.int().optional(),
    out_of_range: z.array(z.string()).optional(),
  }),
  faults: tooltipFaults,
  answer(request, store) {
    const scope = request.patch?.id ?? catalogScope
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
