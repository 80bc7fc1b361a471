import type { ParameterError } from '../../../data/api/model/values/errors.ts'
import { refusedValue } from '../request/parameter-error-text.ts'

type Correction = Pick<ParameterError, 'parameter' | 'message'> & { readonly suggestion: string }

/**
 * Applies a suggestion of the API to the URL of a page: renames the parameter, or replaces the value that the error message
 * quotes. Returns undefined if the URL has no such parameter or value, or if the suggestion is not the name of a parameter.
 */
export function correctedUrl({ pathname, searchParams }: URL, correction: Correction): string | undefined {
  const { parameter, message, suggestion } = correction
  const given = searchParams.get(parameter)
  if (given === null) return undefined
  const wrong = refusedValue(message)
  const value = wrong === undefined ? given : replaceInList(given, wrong, suggestion)
  const name = wrong === undefined ? suggestion : parameter
  if (value === undefined || !/^\w+$/.test(name)) return undefined
  const query = [...searchParams].map((pair) => (pair[0] === parameter ? [name, value] : pair))
  return `${pathname}?${new URLSearchParams(query)}`
}

/** Replaces one of several values separated by commas; in `-name` and `might:2..` the values are `name` and `might`. */
function replaceInList(given: string, wrong: string, suggestion: string): string | undefined {
  const parts = given.split(',')
  const isWrong = (part: string) => part.replace(/^-/, '').split(':')[0] === wrong
  if (!parts.some(isWrong)) return undefined
  return parts.map((part) => (isWrong(part) ? part.replace(wrong, () => suggestion) : part)).join(',')
}
