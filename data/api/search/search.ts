import type { SearchHit, SearchQuery, SearchResult } from '../model/search.ts'
import { fitOf, matchSegment, noMatch, parseTypedText, type SegmentMatches } from './match-segment.ts'
import type { SearchSegment } from './segment.ts'

/** A segment, without the documents that later patches replaced or removed. */
export interface LiveSegment {
  readonly segment: SearchSegment
  /** By document: 0 if a later patch replaced or removed it, else 1. */
  readonly isLive: Uint8Array
}

interface Ranked {
  readonly rank: number
  readonly kind: number
  readonly id: string
  readonly document: number
  readonly from: SearchSegment
  readonly matches: SegmentMatches
}

const byRank = (one: Ranked, other: Ranked) =>
  one.rank - other.rank || one.kind - other.kind || (one.id < other.id ? -1 : 1)

/**
 * Finds the documents that have all typed words: in a name or a former name together with the rarity, or anywhere. Best
 * first: exact names, names that begin with the text, names with all words, names with typos, other texts; current names
 * rank before former ones. Equally good results are in the order of kinds, then of ids.
 */
export function search(segments: readonly LiveSegment[], { text, kinds, offset, limit }: SearchQuery): SearchResult {
  const typed = parseTypedText(text)
  if (typed.words.length === 0) return { hits: [], total: 0 }
  const found = segments.map(({ segment, isLive }) => {
    const matches = matchSegment(segment, typed)
    const isWanted = segment.texts.kinds.map((kind) => kinds?.includes(kind) ?? true)
    const documents: number[] = []
    for (let document = 0; document < segment.size; document += 1)
      if (matches.ranks[document] !== noMatch && isLive[document] && isWanted[segment.kindOf[document] as number])
        documents.push(document)
    return { segment, matches, documents }
  })
  const ranks = Uint32Array.from(
    found.flatMap(({ matches, documents }) => documents.map((document) => matches.ranks[document] as number)),
  ).sort()
  // Only results up to the end of the page have to be sorted.
  const last = ranks[Math.min(offset + limit, ranks.length) - 1] ?? 0
  const ranked = found.flatMap(({ segment, matches, documents }) =>
    documents
      .filter((document) => (matches.ranks[document] as number) <= last)
      .map((document) => rankedDocument(segment, matches, document)),
  )
  return {
    hits: ranked
      .sort(byRank)
      .slice(offset, offset + limit)
      .map(hitOf),
    total: ranks.length,
  }
}

function rankedDocument(from: SearchSegment, matches: SegmentMatches, document: number): Ranked {
  const kind = from.kindOf[document] as number
  return { rank: matches.ranks[document] as number, kind, id: from.texts.ids[document] ?? '', document, from, matches }
}

function hitOf({ rank, kind, id, document, from, matches }: Ranked): SearchHit {
  const formerName = from.texts.formerNames[(matches.entries[document] as number) - from.firstFormerName]
  return { kind: from.texts.kinds[kind] ?? '', id, fit: fitOf(rank), ...(formerName !== undefined && { formerName }) }
}

/** Marks the documents of a patch's and its ancestors' segments (oldest first) that no later segment replaced or removed. */
export function liveSegments(
  chain: readonly { readonly segmentId: number; readonly segment: SearchSegment }[],
): LiveSegment[] {
  const live = new Map(
    chain.map(({ segmentId, segment }) => [segmentId, { segment, isLive: new Uint8Array(segment.size).fill(1) }]),
  )
  for (const { segment } of chain)
    for (const [segmentId, document] of segment.removed) live.get(segmentId)?.isLive.fill(0, document, document + 1)
  return [...live.values()]
}
