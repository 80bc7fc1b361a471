import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the native modules and libraries below a folder. */
export const nativeFilesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.node$|\.so(\.\d+)*$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))

/**
 * Returns the absolute paths of the system libraries that programs and native modules load, including the dynamic
 * linker.
 */
export function librariesOf(files: readonly string[]): string[] {
  const loaded = files.flatMap((file) => {
    const lines = execFileSync('ldd', [file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')
    return lines.flatMap((line) => /(?:=> )?(\/\S+) \(0x/.exec(line)?.[1] ?? [])
  })
  return [...new Set(loaded)].filter((path) => !path.includes('/node_modules/')).sort()
}
