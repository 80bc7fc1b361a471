import type { Patch } from '../../../../data/api/model/patches.ts'
import type { Card } from '../../../cards/card.ts'
import { formatDay } from '../../format/format-date.ts'
import { humanize } from '../../format/humanize.ts'
import type { RowSummary } from '../../request/row-lookup.ts'
import { verdicts, type ClassReport } from './class-report.ts'

/** Returns the Open Graph card of a class report. */
export const reportCard = (
  { name, icon }: Pick<RowSummary, 'name' | 'icon'>,
  patch: Patch,
  { counts, kinds }: Pick<ClassReport, 'counts' | 'kinds'>,
): Card => ({
  kind: ['Classes', patch.display_name, ...(patch.released_at ? [formatDay(patch.released_at)] : [])],
  name,
  figures: [
    ...verdicts.map((verdict) => ({ label: humanize(verdict), value: String(counts[verdict]) })),
    ...kinds.map(([kind, count]) => ({ label: humanize(kind), value: String(count) })),
  ]
    .filter(({ value }) => value !== '0')
    .slice(0, 5),
  text: kinds.length === 0 ? 'This patch changed nothing for the class.' : undefined,
  note: patch.version,
  picture: icon,
})
