import { Command } from 'commander'
import { AnomalyError, describeAnomaly } from '../build/import/anomalies.ts'
import { BundleFaults } from '../build/import/faults.ts'
import { ConflictError, type ImportSummary } from '../build/import/import-bundle.ts'
import { importAndRender } from '../build/publish.ts'
import { api } from '../data/api/table.ts'
import { readSettings } from '../dynamic/settings.ts'
import { exitWith } from './exit-codes.ts'
import { withProgress } from './progress.ts'

const program = new Command('npm run import --')
  .description('Imports a patch bundle, renders what changed and switches to it; the service may be running.')
  .argument('<bundle...>', 'folder, or .tar.gz of one; several are imported in the order given')
  .option('--replace', 'put the bundle in the place of a patch with the same version, whose id it keeps')
  .option('--accept-anomalies', 'import although columns went empty or half of the rows are gone')
  .addHelpText(
    'after',
    `
Exit codes: 0 imported or unchanged, 1 unexpected error, 2 wrong usage, 3 the bundle has faults, 4 anomalies,
5 the version is there with other content, 6 another import is at work.
Faults read file:line: field: expected, got.`,
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()

try {
  const settings = readSettings(process.env)
  const { replace, acceptAnomalies } = program.opts<{ replace?: boolean; acceptAnomalies?: boolean }>()
  const options = { api, dataDir: settings.DATA_DIR, patches: settings.RENDER_PATCHES, replace, acceptAnomalies }
  const { summaries, rendered } = await withProgress((shown) => importAndRender(program.args, { ...options, ...shown }))
  for (const summary of summaries) console.log(describe(summary))
  console.log(`Rendered: ${rendered.written} files written, ${rendered.kept} kept.`)
} catch (error) {
  if (error instanceof BundleFaults) {
    for (const fault of error.faults) console.error(fault)
    if (error.count > error.faults.length) console.error(`... and ${error.count - error.faults.length} more`)
    exitWith('faults', error)
  } else if (error instanceof AnomalyError) {
    for (const anomaly of error.anomalies) console.error(describeAnomaly(anomaly))
    exitWith('anomalies', error)
  } else exitWith(error instanceof ConflictError ? 'conflict' : 'unexpected', error)
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
