import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
const { scripts } = JSON.parse(text) as { scripts: { serve: string } }

/** Flags that `npm run serve` gives Node: benches and suites run the service with them. */
export const serviceFlags: readonly string[] = scripts.serve.split(' ').filter((word) => word.startsWith('--'))
