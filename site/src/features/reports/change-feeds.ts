// Atom feeds of the changes of patches: for a class, and for the favourites of a reader.
import { inEnglish } from '../../messages/catalogs.ts'
import { mainBranch, type Patch, type PatchIndex } from '../../../../data/api/model/patches.ts'
import { atomText, type AtomEntry } from '../../format/atom.ts'
import type { RowSummary } from '../../request/row-lookup.ts'
import type { FieldChange, HistoryEntry } from '../../request/thing/row-detail.ts'
import { changeLines, isPicture, type ChangeLine, type Vocabulary } from '../patches/change-lines.ts'
import { summarizeReport, type ClassReport } from './class-report.ts'
import { reportPath } from './load-report.ts'

/** Number of patches in the feed of a class at most. */
export const maxFeedPatches = 20
/** Number of things that a feed of favourites follows at most. */
export const maxFollowed = 50
const maxEntries = 200
const maxLines = 20

export const feedHeaders = { 'content-type': 'application/atom+xml; charset=utf-8' }

/** Returns the newest patches of main that have a parent, newest first. */
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

/** Returns the feed of a class, with one entry per patch that changed something for it. */
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
        title: `${name} in ${patch.display_name} ${patch.version}: ${summarizeReport(report, inEnglish)}`,
        ...datesOf(patch),
        summary: report.judged.map(({ group, verdict }) => `${group.name ?? group.stem}: ${verdict}`).join('; '),
      })),
  })
}

/** Parses the ids in the query of a feed of favourites: valid ones without duplicates, at most `maxFollowed`. */
export const followedIds = (given: URLSearchParams): string[] =>
  [...new Set((given.get('ids') ?? '').split(',').map((id) => id.trim()))]
    .filter((id) => /^id\.[a-z_]+\.[\w.-]{1,150}$/.test(id))
    .slice(0, maxFollowed)

export interface FollowedThing {
  readonly id: string
  readonly name: string
  readonly history: readonly HistoryEntry[]
}

/** Returns the feed of favourites, with one entry per patch and thing that it changed, newest first. */
export function favouritesFeed(
  origin: string,
  things: readonly FollowedThing[],
  patches: PatchIndex,
  vocabulary: Vocabulary,
): string {
  const entries = things.flatMap(({ id, name, history }) =>
    history.map((entry) => {
      const summary = changesInWords(entry.fields, vocabulary)
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

const changesInWords = (fields: readonly FieldChange[], vocabulary: Vocabulary): string =>
  changeLines(fields, vocabulary).slice(0, maxLines).map(lineInWords).join('; ')

/** Describes a change, such as `Gear score 34 → 38 (+12%)`. A changed picture is only named. */
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
