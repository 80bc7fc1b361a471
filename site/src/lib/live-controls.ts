import type { Api } from '../../../data/api/api.ts'
import type { Control } from './controls.ts'

/** What `/v2/facets` answers. */
export type Labels = Readonly<Record<string, Readonly<Record<string, { readonly label: string }>>>>

const ofEveryList = ['page', 'limit', 'cursor', 'condense', 'locale']

/** What a live endpoint can be asked for, from its declaration; a slug that has labels is chosen. */
export function liveControlsOf(api: Api, id: string, labels: Labels = {}): Control[] {
  const params = api.endpoints.find((endpoint) => endpoint.id === id)?.params ?? {}
  const names = Object.keys(params).filter((name) => !ofEveryList.includes(name))
  return names.flatMap((name): Control[] => {
    if (name.startsWith('max_') && names.includes(name.replace('max_', 'min_'))) return []
    if (name.startsWith('min_')) {
      const column = name.slice(4)
      return [{ kind: 'range', name: column, low: name, high: `max_${column}` }]
    }
    const choices = Object.entries(labels[name] ?? {}).map(([slug, { label }]) => ({ slug, label }))
    if (choices.length > 0) return [{ kind: 'choice', name, choices }]
    const { type, format } = params[name]?.codec.schema ?? {}
    const isInstant = format === 'date-time' || name === 'from' || name === 'to'
    return [{ kind: type === 'boolean' ? 'flag' : isInstant ? 'instant' : 'text', name }]
  })
}
