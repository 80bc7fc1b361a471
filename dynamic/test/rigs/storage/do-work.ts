// A process that works in a data folder, for rigs. Usage: do-work.ts <import|replace|render> <data folder> <bundle>
// [--wait]. With `--wait` it starts after a line on its standard input.
import { waitForStart, doWork, type Work } from './data-folder.ts'

const [kind, dataDir = '', bundle = '', waits] = process.argv.slice(2)
if (waits === '--wait') await waitForStart()
await doWork(kind as Work, dataDir, bundle)
console.log('done')
