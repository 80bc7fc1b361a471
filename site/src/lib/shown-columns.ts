import type { Endpoint } from '../../../data/api/endpoint.ts'
import type { Row } from './ask.ts'

const mostColumns = 6

/** The columns of a list's table: slugs, references and figures that its rows have and that tell them apart. */
export function shownColumns({ resource }: Endpoint, rows: readonly Row[]): string[] {
  const declared = Object.entries(resource?.columns ?? {}).filter(
    ([, { derived, kind, asset, localizable, detail }]) => !derived && !kind && !asset && !localizable && !detail,
  )
  const present = (name: string) => rows.filter((row) => row[name] !== undefined).length
  const ofType = (wanted: (name: string) => boolean, most: number) =>
    declared
      .map(([name]) => name)
      .filter((name) => present(name) > rows.length / 4 && wanted(name))
      .sort((a, b) => present(b) - present(a))
      .slice(0, most)
  const column = (name: string) => resource?.columns[name]
  const slugs = ofType((name) => column(name)?.facet ?? false, 4)
  const links = ofType((name) => !!column(name)?.references?.some(({ path }) => !/[.]/.test(path)), 2)
  const figures = ofType((name) => column(name)?.type === 'integer' || column(name)?.type === 'number', 4)
  const flags = ofType((name) => column(name)?.type === 'boolean', 2)
  const chosen = [...slugs, ...links, ...figures, ...flags].slice(0, mostColumns)
  return declared.map(([name]) => name).filter((name) => chosen.includes(name))
}
