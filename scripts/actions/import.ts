import { AnomalyError, describeAnomaly } from '../../build/import/anomalies.ts'
import { ArchiveError, NoBundleError } from '../../build/import/bundle.ts'
import { BundleValidationError } from '../../build/import/validation-errors.ts'
import { ConflictError, type ImportSummary } from '../../build/import/import-bundle.ts'
import { importAndRender } from '../../build/import-and-render.ts'
import { api } from '../../data/api/table.ts'
import type { ExitKind } from '../command/exit-codes.ts'
import { buildSettings } from '../command/command-settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { printable } from '../command/printable.ts'
import { withProgress } from '../command/progress.ts'

export interface ImportArguments {
  replace?: boolean
  acceptAnomalies?: boolean
}

/** Runs `npm run import`: prints a summary of each bundle, or an error and sets the exit code. */
export async function importBundles(bundles: readonly string[], given: ImportArguments): Promise<void> {
  let current = 0
  const onBundle = (at: number) => void (current = at)
  try {
    const settings = buildSettings()
    const options = { api, dataDir: settings.DATA_DIR, patches: settings.RENDER_PATCHES, onBundle, ...given }
    const { summaries, rendered } = await withProgress((displayed) =>
      importAndRender(bundles, { ...options, ...displayed }),
    )
    for (const summary of summaries) console.log(describe(summary))
    console.log(`Rendered: ${rendered.written} files written, ${rendered.kept} kept.`)
  } catch (error) {
    if (bundles.length > 1 && isAboutBundle(error))
      console.error(
        printable(
          `${bundles[current]}, number ${current + 1} of ${bundles.length}, could not be imported; none of them was.`,
        ),
      )
    fail(error)
  }
}

const isAboutBundle = (error: unknown): boolean =>
  [BundleValidationError, AnomalyError, ConflictError, NoBundleError, ArchiveError].some(
    (type) => error instanceof type,
  )

function fail(error: unknown): void {
  if (error instanceof BundleValidationError) {
    for (const line of error.errors) console.error(printable(line))
    if (error.count > error.errors.length) console.error(`... and ${error.count - error.errors.length} more`)
    exitWith('invalid', error)
  } else if (error instanceof AnomalyError) {
    for (const anomaly of error.anomalies) console.error(describeAnomaly(anomaly))
    exitWith('anomalies', error)
  } else exitWith(kindOf(error), error)
}

function kindOf(error: unknown): ExitKind {
  if (error instanceof ConflictError) return 'conflict'
  if (error instanceof NoBundleError) return 'usage'
  return error instanceof ArchiveError ? 'invalid' : 'unexpected'
}

function describe({
  outcome,
  branch,
  version,
  patchId,
  rows,
  unknownColumns,
  dangling,
  anomalies,
}: ImportSummary): string {
  if (outcome === 'unchanged') return `Patch ${version} (${branch}) is there already, just so: nothing changed.`
  const lines = [`Patch ${version} (${branch}) ${outcome}; its id is ${patchId}.`]
  for (const [name, count] of Object.entries(rows)) lines.push(`  ${name}: ${count} rows`)
  for (const [name, columns] of Object.entries(unknownColumns))
    lines.push(`  ${name}: ${columns.length} unknown columns passed through (${columns.join(', ')})`)
  for (const { resource, path, count } of dangling)
    lines.push(`  ${resource}: ${count} references of ${path} lead nowhere`)
  for (const anomaly of anomalies) lines.push(`  accepted: ${describeAnomaly(anomaly)}`)
  return lines.join('\n')
}
