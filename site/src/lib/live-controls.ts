import type { Api } from '../../../data/api/api.ts'
import { inWords } from './words.ts'

/** How one thing of a live list is asked for. */
export type LiveControl =
  | { readonly kind: 'text' | 'flag' | 'instant'; readonly name: string; readonly label: string }
  | {
      readonly kind: 'range'
      readonly name: string
      readonly label: string
      readonly low: string
      readonly high: string
    }

const ofEveryList = ['page', 'limit', 'cursor', 'condense', 'locale']

/** What a live endpoint can be asked for, from its declaration. */
export function liveControlsOf(api: Api, id: string): LiveControl[] {
  const params = api.endpoints.find((endpoint) => endpoint.id === id)?.params ?? {}
  const names = Object.keys(params).filter((name) => !ofEveryList.includes(name))
  return names.flatMap((name): LiveControl[] => {
    if (name.startsWith('max_') && names.includes(name.replace('max_', 'min_'))) return []
    if (name.startsWith('min_')) {
      const column = name.slice(4)
      return [{ kind: 'range', name: column, label: inWords(column), low: name, high: `max_${column}` }]
    }
    const { type, format } = params[name]?.codec.schema ?? {}
    const kind =
      type === 'boolean' ? 'flag' : format === 'date-time' || name === 'from' || name === 'to' ? 'instant' : 'text'
    return [{ kind, name, label: inWords(name) }]
  })
}
