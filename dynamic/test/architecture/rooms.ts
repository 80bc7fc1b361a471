// Parses the tables of ARCHITECTURE.md, which are the only definition of the allowed imports.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './sources.ts'

interface Room {
  /** A file, or a folder with everything below it except other rooms. */
  readonly room: string
  /** Folders (with everything below them) and files that it may import in addition to its own. */
  readonly from: readonly string[]
  /** The packages that it may import, if these are limited. */
  readonly packages?: readonly string[]
}

interface LayeredRoom {
  readonly room: string
  /** The layers from the top down, each with its folders and files; `.` stands for the files directly in the room. */
  readonly layers: readonly (readonly string[])[]
}

const page = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8')

/** Returns the cells of the table with these column heads. Throws if there is none. */
function tableWith(...heads: readonly string[]): readonly (readonly string[])[] {
  const cellsOf = (line: string) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
  const lines = page.split('\n')
  const start = lines.findIndex((line) => line.startsWith('|') && cellsOf(line).join() === heads.join())
  if (start === -1) throw new Error(`ARCHITECTURE.md has no table of ${heads.join(', ')}`)
  const rest = lines.slice(start + 2)
  const end = rest.findIndex((line) => !line.startsWith('|'))
  return rest.slice(0, end === -1 ? undefined : end).map(cellsOf)
}

const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

function roomOfRow([folder = '', , may = '']: readonly string[]): Room {
  const [room = ''] = namesIn(folder)
  if (may === 'everything') return { room, from: [''] }
  const words = may.replaceAll(/`[^`]+`|\band\b|no package/g, '').match(/[@\w/-]+/g) ?? []
  const isCounted = words.length > 0 || may.includes('no package')
  return { room, from: namesIn(may), ...(isCounted && { packages: words }) }
}

export const rooms: readonly Room[] = tableWith('Folder', 'What is in it', 'May import').map(roomOfRow)

export const layeredRooms: readonly LayeredRoom[] = tableWith('Inside', 'From the top down').map(
  ([folder = '', order = '']) => ({
    room: namesIn(folder)[0] ?? '',
    layers: order.split('→').map(namesIn),
  }),
)

/** Whether `path` is this folder or file, or is in the folder. */
export const isIn = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`)

const byLength = rooms.map(({ room }) => room).sort((a, b) => b.length - a.length)

/** The innermost room that contains a file. */
export const roomOf = (path: string): string | undefined => byLength.find((room) => isIn(path, room))

/**
 * The position of a file in a room: the number of its layer from the top, and its part of the layer; undefined if no
 * layer names it.
 */
export function positionIn({ room, layers }: LayeredRoom, path: string): { layer: number; part: string } | undefined {
  const rest = path.slice(room.length + 1)
  const parts = layers.flatMap((names, layer) => names.map((part) => ({ layer, part })))
  const own = parts.find(({ part }) => part !== '.' && isIn(rest, part))
  return own ?? (rest.includes('/') ? undefined : parts.find(({ part }) => part === '.'))
}
