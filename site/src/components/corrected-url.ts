import type { ParameterError } from '../../../data/api/model/values/errors.ts'
import { refusedValue } from '../request/refusal.ts'

type Correction = Pick<ParameterError, 'parameter' | 'message'> & { readonly suggestion: string }

/**
 * A page's address as it was meant: with the parameter under its name, or with a value that the message names replaced;
 * undefined if the address has no such parameter or value, or nothing can be put in its place.
 */
export function correctedUrl({ pathname, searchParams }: URL, correction: Correction): string | undefined {
  const { parameter, message, suggestion } = correction
  const given = searchParams.get(parameter)
  if (given === null) return undefined
  const wrong = refusedValue(message)
  const value = wrong === undefined ? given : corrected(given, wrong, suggestion)
  const name = wrong === undefined ? suggestion : parameter
  if (value === undefined || !/^\w+$/.test(name)) return undefined
  const query = [...searchParams].map((pair) => (pair[0] === parameter ? [name, value] : pair))
  return `${pathname}?${new URLSearchParams(query)}`
}

/** A list of values in which one is replaced: `-name` and `might:2..` are `name` and `might`. */
function corrected(given: string, wrong: string, suggestion: string): string | undefined {
  const parts = given.split(',')
  const isWrong = (part: string) => part.replace(/^-/, '').split(':')[0] === wrong
  if (!parts.some(isWrong)) return undefined
  return parts.map((part) => (isWrong(part) ? part.replace(wrong, () => suggestion) : part)).join(',')
}
