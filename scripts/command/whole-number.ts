import { InvalidArgumentError } from 'commander'

/** Reads an option that is a whole number of these bounds; `of` names what it counts: ` of days`. */
export function readWholeNumber(min: number, max: number, of = ''): (given: string) => number {
  return (given) => {
    if (/^\d{1,10}$/.test(given) && Number(given) >= min && Number(given) <= max) return Number(given)
    throw new InvalidArgumentError(`It is a whole number${of}, ${min} to ${max}.`)
  }
}
