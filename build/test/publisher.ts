// A builder in a separate process: publishes a data folder whenever it receives a message, and sends the outcome. On the
// message `hold`, it writes a file after publishing and keeps the lock until another file exists.
import { existsSync, writeFileSync } from 'node:fs'
import { publishTree } from '../publish-tree/publish-tree.ts'

// The umask of the systemd unit.
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
