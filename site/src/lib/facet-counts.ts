import type { Ask } from './ask.ts'
import type { Choice, Control } from './controls.ts'

const mostChoices = 16

/** The choice controls with the number of rows that each choice would show, given all the other filters. */
export function countChoices(
  ask: Ask,
  path: string,
  query: URLSearchParams,
  controls: readonly Control[],
): Promise<Control[]> {
  const counted = async (control: Control): Promise<Control> => {
    if (control.kind !== 'choice' || control.choices.length > mostChoices) return control
    const choices = await Promise.all(control.choices.map((choice) => count(ask, path, query, control.name, choice)))
    return { ...control, choices }
  }
  return Promise.all(controls.map(counted))
}

async function count(ask: Ask, path: string, query: URLSearchParams, name: string, choice: Choice): Promise<Choice> {
  const narrowed = new URLSearchParams(query)
  narrowed.set(name, choice.slug)
  narrowed.set('limit', '1')
  narrowed.delete('page')
  const { status, json } = await ask(`${path}?${narrowed}`)
  const { pagination } = json as { pagination?: { total: number } }
  return status === 200 && pagination ? { ...choice, count: pagination.total } : { ...choice, count: undefined }
}
