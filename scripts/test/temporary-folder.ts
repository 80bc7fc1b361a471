// Folders of suites: in memory where there is such a file system, because flushing a disk waits for what all others
// write to it.
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
/** `/tmp` is often in memory, this one is not: it lasts beyond a restart. */
const onDisk = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()

/** Creates an empty folder; whoever asked removes it. `disk`: for what is flushed, which a file system in memory never is. */
export const temporaryFolder = (prefix: string, { disk = false } = {}): string =>
  mkdtempSync(join(disk ? onDisk : inMemory, prefix))
