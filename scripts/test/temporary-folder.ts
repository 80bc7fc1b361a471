// Temporary folders of suites. They are in memory if possible, because flushing a disk waits for the writes of all
// other programs.
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
/** `/var/tmp` survives a restart and so is never in memory, unlike `/tmp`. */
const onDisk = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()

/**
 * Creates an empty folder, which the caller removes. `disk` puts it on a disk, because a file system in memory is never
 * flushed.
 */
export const temporaryFolder = (prefix: string, { disk = false } = {}): string =>
  mkdtempSync(join(disk ? onDisk : inMemory, prefix))
