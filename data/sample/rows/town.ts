// Merchants and religions.
import { nameText } from '../name-words.ts'
import { camelOf, pad, slugOfName, textKey } from '../names.ts'
import { shuffled, Stream } from '../random.ts'
import { take, type Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import { motifs, titles } from '../words/words-motifs.ts'
import { creeds, greetings } from '../words/words-sentences.ts'
import { shelves } from '../words/words-shelves.ts'
import { merchantNames, religionNames } from '../words/words-town.ts'

function addMerchant(world: Snapshot, name: string, order: number): void {
  const slug = slugOfName(name)
  const always = slug in shelves ? ['Sell', 'Quest'] : ['Quest']
  const services = ['Buy', 'Sell', 'Craft', 'Quest'].filter(
    (service) => always.includes(service) || new Stream(`${slug}/${service}`).chance(0.7),
  )
  const chosen = shuffled(greetings, slug, String).slice(0, 3)
  world.add('merchants', {
    id: `id.merchant.${slug}`,
    name: nameText(world, `The ${name}`),
    source_key: `Id_Merchant_${camelOf(slug)}`,
    art_data: `Art_Merchant_${camelOf(slug)}`,
    order,
    service_types: services.map((service) => `EDCMerchantServiceType::${service}`),
    greeting_texts: chosen.map((words, index) => ({
      key: world.text(textKey('merchant', slug, `greeting_${pad(index + 1)}`), { words }),
      namespace: 'Merchant',
    })),
  })
}

function addReligion(world: Snapshot, [name, a, b]: (typeof religionNames)[number], order: number): void {
  const slug = slugOfName(name)
  const stream = new Stream(`religion/${slug}`)
  const step = stream.int(6, 12) * 10
  world.add('religions', {
    id: `id.religion.${slug}`,
    name: nameText(world, name),
    source_key: `Id_Religion_${camelOf(slug)}`,
    desc: world.text(textKey('religion', slug, 'description'), { words: creeds[order - 1] ?? '' }),
    subtitle: world.text(textKey('religion', slug, 'subtitle'), {
      words: titles[0] ?? '',
      slots: { a: motifs[a] ?? '', b: motifs[b] ?? '' },
    }),
    order,
    offering_lv_count: Array.from({ length: 10 }, (_, level) => step * (level + 1) + 5 * level ** 2),
    art_data: `Art_Religion_${camelOf(slug)}`,
  })
}

export function addTown(world: Snapshot, scale: Scale): void {
  take(scale, merchantNames, 2).forEach((name, index) => addMerchant(world, name, (index + 1) * 10))
  take(scale, religionNames, 2).forEach((religion, index) => addReligion(world, religion, index + 1))
}
