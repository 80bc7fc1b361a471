import type { Patch } from '../../../../data/api/model/patches.ts'
import { labelFor, resourceLabel } from '../../format/humanize.ts'
import { localizedPatch } from '../../request/at-patch.ts'
import { cachedPerCatalog } from '../../request/cached-per-catalog.ts'
import { facetsAt, labelsOf } from '../../request/facets.ts'
import { paginate } from '../../request/paginate.ts'
import { rowLookup } from '../../request/row-lookup.ts'
import { changeLines } from '../patches/change-lines.ts'
import { changeVocabulary } from '../patches/change-vocabulary.ts'
import type { Change } from '../patches/changelog.ts'
import { classReport, type ClassReport } from './class-report.ts'

/** Number of changes in a report at most. The changelog has all of them, page by page. */
const maxChanges = 500

interface LoadedReport extends ClassReport {
  readonly call: string
  /** Whether there are more changes than the report contains. */
  readonly isCut: boolean
}

const cached = cachedPerCatalog<LoadedReport>('class report')

/** Loads the report of what a patch changed for a class, compared with its parent. It is cached until the catalog changes. */
export function loadClassReport(locals: App.Locals, patch: Patch, classId: string): Promise<LoadedReport> {
  const query = { to: String(patch.id), class: classId, locale: locals.locale, limit: '250' }
  const call = `/v2/patches/diff?${new URLSearchParams(query)}`
  return cached(locals.pageCache, call, async () => {
    const changes: Change[] = []
    if (patch.parent_patch_id !== null)
      for await (const row of paginate(locals.fetchApi, '/v2/patches/diff', query))
        if (changes.push(row as unknown as Change) > maxChanges) break
    const at = localizedPatch(patch, locals.locale)
    const lookup = rowLookup(locals, at)
    const types = labelsOf(await facetsAt(locals, at), 'items', 'type')
    const vocabulary = await changeVocabulary(locals, lookup)
    const included = changes.slice(0, maxChanges)
    return {
      call,
      isCut: changes.length > included.length,
      ...(await classReport(included, {
        linesOf: ({ fields }) => changeLines(fields, vocabulary),
        kindOf: ({ resource, members: [{ id }] }) => {
          const type = resource === 'items' ? lookup.rowOf(id)?.type : undefined
          return typeof type === 'string' ? labelFor(types, type) : resourceLabel(locals.t, resource)
        },
      })),
    }
  })
}

/** Returns the path of the page of a report. */
export const reportPath = (classId: string, patchId: number): string =>
  `/classes/${encodeURIComponent(classId)}/patches/${patchId}`
