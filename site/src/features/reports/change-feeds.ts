// Atom feeds of what patches changed: for a class, and for things that a reader chose.
import { inEnglish } from '../../messages/catalogs.ts'
import { mainBranch, type Patch, type PatchIndex } from '../../../../data/api/model/patches.ts'
import { atomText, type AtomEntry } from '../../format/atom.ts'
import type { RowSummary } from '../../request/row-lookup.ts'
import type { FieldChange, HistoryEntry } from '../../request/thing/row-detail.ts'
import { changeLines, isPicture, type ChangeLine, type Vocabulary } from '../patches/change-lines.ts'
import { reportWords, type ClassReport } from './class-report.ts'
import { reportPath } from './load-report.ts'

/** Patches that a feed tells of. */
export const maxFeedPatches = 20
/** Things that a feed of favourites follows. */
export const maxFollowed = 50
const maxEntries = 200
const maxLines = 20

export const feedHeaders = { 'content-type': 'application/atom+xml; charset=utf-8' }

/** Those of main that have a parent to differ from, the newest first. */
export const feedPatches = ({ all }: PatchIndex): Patch[] =>
  all
    .filter(({ branch, parent_patch_id: parent }) => branch === mainBranch && parent !== null)
    .toReversed()
    .slice(0, maxFeedPatches)

const instantOf = (patch: Patch | undefined) => patch?.imported_at ?? new Date(0).toISOString()
const datesOf = (patch: Patch | undefined) => ({
  published: patch?.released_at ?? instantOf(patch),
  updated: instantOf(patch),
})

interface ClassFeed {
  readonly origin: string
  readonly of: Pick<RowSummary, 'id' | 'name'>
  readonly reports: readonly { readonly patch: Patch; readonly report: ClassReport }[]
}

/** One entry for each patch that changed something for the class. */
export function classFeed({ origin, of: { id, name }, reports }: ClassFeed): string {
  const page = `${origin}/classes/${encodeURIComponent(id)}`
  return atomText({
    title: `Deepledger: ${name}, patch by patch`,
    page,
    self: `${page}/changes.atom`,
    updated: instantOf(reports[0]?.patch),
    entries: reports
      .filter(({ report }) => report.judged.length > 0)
      .map(({ patch, report }) => ({
        url: `${origin}${reportPath(id, patch.id)}`,
        title: `${name} in ${patch.display_name} ${patch.version}: ${reportWords(report, inEnglish)}`,
        ...datesOf(patch),
        summary: report.judged.map(({ group, verdict }) => `${group.name ?? group.stem}: ${verdict}`).join('; '),
      })),
  })
}

/** Ids that a feed of favourites names: each once, and no more than it follows. */
export const followedIds = (given: URLSearchParams): string[] =>
  [...new Set((given.get('ids') ?? '').split(',').map((id) => id.trim()))]
    .filter((id) => /^id\.[a-z_]+\.[\w.-]{1,150}$/.test(id))
    .slice(0, maxFollowed)

export interface FollowedThing {
  readonly id: string
  readonly name: string
  readonly history: readonly HistoryEntry[]
}

/** One entry for each patch and thing that it changed, the newest first. */
export function followedFeed(
  origin: string,
  things: readonly FollowedThing[],
  patches: PatchIndex,
  known: Vocabulary,
): string {
  const entries = things.flatMap(({ id, name, history }) =>
    history.map((entry) => {
      const summary = changesInWords(entry.fields, known)
      const of = { ...followedEntry(origin, id, name, entry, patches), ...(summary !== '' && { summary }) }
      return { patchId: entry.patch_id, of }
    }),
  )
  const newest = entries.toSorted((a, b) => b.patchId - a.patchId).slice(0, maxEntries)
  return atomText({
    title: 'Deepledger: favourites, patch by patch',
    page: `${origin}/favourites`,
    self: `${origin}/favourites.atom?${new URLSearchParams({ ids: things.map(({ id }) => id).join(',') })}`,
    updated: newest[0]?.of.updated ?? new Date(0).toISOString(),
    entries: newest.map(({ of }) => of),
  })
}

const changesInWords = (fields: readonly FieldChange[], known: Vocabulary): string =>
  changeLines(fields, known).slice(0, maxLines).map(lineInWords).join('; ')

/** `Gear score 34 → 38 (+12%)`; of a picture that it is another one. */
function lineInWords(line: ChangeLine): string {
  const { part, words, note, before, after, percent } = line
  const subject = [part && `${part}:`, words, note && `(${note})`].filter(Boolean).join(' ')
  return isPicture(line) ? subject : `${subject} ${before} → ${after}${percent ? ` (${percent})` : ''}`
}

function followedEntry(
  origin: string,
  id: string,
  name: string,
  { patch_id: patchId, version, change }: HistoryEntry,
  patches: PatchIndex,
): AtomEntry {
  const patch = patches.byId(patchId)
  return {
    url: `${origin}/patches/${patchId}?${new URLSearchParams({ q: id })}`,
    title: `${name}: ${change} in ${patch?.display_name ?? ''} ${version}`,
    ...datesOf(patch),
  }
}
