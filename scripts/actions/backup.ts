import { catalogFile } from '../../build/render/switch.ts'
import { accountsFile } from '../../data/store/accounts/accounts.ts'
import { backup, BackupError } from '../../data/store/files/backup.ts'
import { liveFile } from '../../data/store/live/intake/live-writer.ts'
import { sessionSecretFile } from '../../dynamic/account/session-secret.ts'
import { readSettings } from '../../dynamic/settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { createProgress } from '../command/progress.ts'

const sources = {
  files: [catalogFile, sessionSecretFile],
  databases: [liveFile, accountsFile],
  folders: ['assets'],
}

export async function backUp(folder: string): Promise<void> {
  const progress = createProgress('Copying')
  try {
    const total = Object.values(sources).flat().length
    let done = 0
    const { DATA_DIR: dataDir } = readSettings(process.env)
    const copied = await backup(dataDir, folder, sources, (name) => progress.update(name, done++, total))
    progress.stop()
    console.log(`${folder} has ${copied.join(', ')}.`)
  } catch (error) {
    progress.stop()
    exitWith(error instanceof BackupError ? 'usage' : 'unexpected', error)
  }
}
