import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
const { scripts } = JSON.parse(text) as { scripts: { serve: string } }

/** The flags of Node in `npm run serve`, with which benches and suites run the service. */
export const serviceFlags: readonly string[] = scripts.serve.split(' ').filter((word) => word.startsWith('--'))
