import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '../../data/api/table.ts'
import { makeFolder } from '../../data/store/files/place-file.ts'
import { packageFiles } from '../../dynamic/client/package-files.ts'
import { exitWith } from '../command/exit-with.ts'

/** Runs `npm run client`; prints errors and sets the exit code. */
export async function writeClient(folder: string): Promise<void> {
  try {
    const files = await packageFiles(api)
    makeFolder(folder)
    for (const [name, text] of files) writeFileSync(join(folder, name), text)
    console.log(`${folder} has ${[...files.keys()].join(', ')}.`)
  } catch (error) {
    exitWith('unexpected', error)
  }
}
