import { InvalidArgumentError } from 'commander'

/**
 * Returns a parser of options that are whole numbers within these bounds. `of` says what they count, such as ` of
 * days`.
 */
export function readWholeNumber(min: number, max: number, of = ''): (given: string) => number {
  return (given) => {
    if (/^\d{1,10}$/.test(given) && Number(given) >= min && Number(given) <= max) return Number(given)
    throw new InvalidArgumentError(`It is a whole number${of}, ${min} to ${max}.`)
  }
}
