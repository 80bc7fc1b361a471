// Writes site/public/_card.png.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawSiteCard } from './site-card.ts'
import { root } from './source-files.ts'

writeFileSync(join(root, 'site/public/_card.png'), await drawSiteCard())
