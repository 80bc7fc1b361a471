// A builder as a process of its own: publishes a data folder whenever it is told to, and says how that ended.
import { publishTree } from '../publish-tree/publish-tree.ts'

// As under the unit of systemd.
process.umask(0o077)
const [dataDir = '', to = ''] = process.argv.slice(2)

process.on('message', () => {
  publishTree({ dataDir, to }).then(
    ({ hash }) => process.send?.({ hash }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.send?.('ready')
