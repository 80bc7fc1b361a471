// For rigs: a process that works in a data folder. Usage: do-work.ts <import|replace|render> <data folder> <bundle>
// [--wait]
import { readyToWork, work, type Work } from './data-folder.ts'

const [kind, dataDir = '', bundle = '', waits] = process.argv.slice(2)
if (waits === '--wait') await readyToWork()
await work(kind as Work, dataDir, bundle)
console.log('done')
