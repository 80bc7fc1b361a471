export interface TradedItem {
  readonly item_id: string
  readonly item?: string
  /** How often the message has it; once where nothing is said. */
  readonly quantity?: number
}

interface MessagePart {
  readonly text: string
  /** The item that it names. */
  readonly id?: string
}

interface Mention {
  readonly item: TradedItem
  count: number
}

/**
 * A message as text and links: `[Name]` means the next item of that name, or the next one that no other brackets name;
 * said again, it means the same item. Items that are not named follow.
 */
export function messageParts(message: string, items: readonly TradedItem[]): MessagePart[] {
  const texts = message.split(/(\[[^[\]]+\])/).filter((text) => text !== '')
  const named = new Set(texts.map(nameIn))
  const left = [...items]
  const meantBefore = new Map<string, Mention>()
  const next = (fits: (item: TradedItem) => boolean) => {
    const place = left.findIndex(fits)
    const [item] = place < 0 ? [] : left.splice(place, 1)
    return item && { item, count: 0 }
  }
  const mentionOf = (name: string): Mention | undefined => {
    const before = meantBefore.get(name)
    const hasMore = before && before.count < (before.item.quantity ?? 1)
    return next(({ item }) => item === name) ?? (hasMore ? before : (next(({ item }) => !named.has(item)) ?? before))
  }
  const parts = texts.map((text): MessagePart => {
    const name = nameIn(text)
    const mention = name === undefined ? undefined : mentionOf(name)
    if (name === undefined || !mention) return { text }
    mention.count++
    meantBefore.set(name, mention)
    return { text, id: mention.item.item_id }
  })
  const others = left.flatMap(({ item_id: id, item }): MessagePart[] => [
    { text: ' ' },
    { text: `[${item ?? id}]`, id },
  ])
  return [...parts, ...others]
}

const nameIn = (text: string): string | undefined => /^\[([^\]]+)\]$/.exec(text)?.[1]
