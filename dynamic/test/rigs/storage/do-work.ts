// For rigs: a process that works in a data folder. Usage: do-work.ts <import|replace|render> <data folder> <bundle>
import { work, type Work } from './data-folder.ts'

const [kind, dataDir = '', bundle = ''] = process.argv.slice(2)
await work(kind as Work, dataDir, bundle)
console.log('done')
