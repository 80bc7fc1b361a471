interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

const gap = 6
const margin = 8

/**
 * Returns the top left corner of a card at its link: below, otherwise above, otherwise beside it; always inside the
 * viewport.
 */
export function place(link: Box, card: Size, viewport: Size): { left: number; top: number } {
  const last = { left: viewport.width - card.width - margin, top: viewport.height - card.height - margin }
  const below = link.bottom + gap
  const above = link.top - gap - card.height
  const top = below <= last.top ? below : above >= margin ? above : last.top
  const isBeside = top !== below && top !== above
  const beside = link.right + gap <= last.left ? link.right + gap : link.left - gap - card.width
  const left = isBeside ? beside : link.left
  return { left: clamp(left, last.left), top: clamp(top, last.top) }
}

const clamp = (value: number, last: number) => Math.round(Math.max(margin, Math.min(value, last)))
