// A builder as a process of its own: publishes a data folder whenever it is told to, and says how that ended. Told to
// hold, it writes a file when it has published, and keeps everybody else out until another file is there.
import { existsSync, writeFileSync } from 'node:fs'
import { publishTree } from '../publish-tree/publish-tree.ts'

// As under the unit of systemd.
process.umask(0o077)
const [dataDir = '', to = '', holding = '', goOn = ''] = process.argv.slice(2)

function hold(): void {
  writeFileSync(holding, '')
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(goOn)) Atomics.wait(nothing, 0, 0, 10)
}

process.on('message', (told) => {
  publishTree({ dataDir, to, ...(told === 'hold' && { whilePublished: hold }) }).then(
    ({ hash }) => process.send?.({ hash }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.send?.('ready')
