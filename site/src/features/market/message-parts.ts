export interface TradedItem {
  readonly item_id: string
  readonly item?: string
  /** How often the message mentions it; 1 by default. */
  readonly quantity?: number
}

interface MessagePart {
  readonly text: string
  /** Id of the item to which the text links. */
  readonly id?: string
}

interface Mention {
  readonly item: TradedItem
  count: number
}

/**
 * Splits a message into text and links to items. `[Name]` links to the next item of that name, else to the next item that no
 * other brackets name; repeated, it links to the same item. Items that the message does not name are appended.
 */
export function messageParts(message: string, items: readonly TradedItem[]): MessagePart[] {
  const texts = message.split(/(\[[^[\]]+\])/).filter((text) => text !== '')
  const named = new Set(texts.map(nameIn))
  const left = [...items]
  const mentions = new Map<string, Mention>()
  const takeNext = (matches: (item: TradedItem) => boolean) => {
    const place = left.findIndex(matches)
    const [item] = place < 0 ? [] : left.splice(place, 1)
    return item && { item, count: 0 }
  }
  const mentionOf = (name: string): Mention | undefined => {
    const before = mentions.get(name)
    const hasMore = before && before.count < (before.item.quantity ?? 1)
    return (
      takeNext(({ item }) => item === name) ?? (hasMore ? before : (takeNext(({ item }) => !named.has(item)) ?? before))
    )
  }
  const parts = texts.map((text): MessagePart => {
    const name = nameIn(text)
    const mention = name === undefined ? undefined : mentionOf(name)
    if (name === undefined || !mention) return { text }
    mention.count++
    mentions.set(name, mention)
    return { text, id: mention.item.item_id }
  })
  const others = left.flatMap(({ item_id: id, item }): MessagePart[] => [
    { text: ' ' },
    { text: `[${item ?? id}]`, id },
  ])
  return [...parts, ...others]
}

const nameIn = (text: string): string | undefined => /^\[([^\]]+)\]$/.exec(text)?.[1]
