export interface TradedItem {
  readonly item_id: string
  readonly item?: string
}

export interface MessagePart {
  readonly text: string
  /** The item that it names. */
  readonly id?: string
}

/** A message as text and links: `[Name]` means the next item of that name, or the next one at all; others follow. */
export function messageParts(message: string, items: readonly TradedItem[]): MessagePart[] {
  const left = [...items]
  const parts = message.split(/(\[[^[\]]+\])/).flatMap((text): MessagePart[] => {
    if (text === '') return []
    if (!/^\[[^\]]+\]$/.test(text) || left.length === 0) return [{ text }]
    const place = left.findIndex(({ item }) => item === text.slice(1, -1))
    const [meant] = left.splice(Math.max(0, place), 1)
    return [{ text, id: meant?.item_id }]
  })
  const others = left.flatMap(({ item_id: id, item }): MessagePart[] => [
    { text: ' ' },
    { text: `[${item ?? id}]`, id },
  ])
  return [...parts, ...others]
}
