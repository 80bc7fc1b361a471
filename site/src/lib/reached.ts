import type { Ledger, Thing } from './ledger.ts'

/** Things of one list that those of another lead to from a thing: the monsters that the spawners of a map have. */
export function reached(ledger: Ledger, id: string, via: string, to: string): Thing[] {
  const mentions = (of: string) => ledger.mentions.get(of) ?? []
  const between = new Set(mentions(id).flatMap(({ from }) => (from.list === via ? [from.id] : [])))
  return (ledger.byList.get(to) ?? []).filter((one) => mentions(one.id).some(({ from }) => between.has(from.id)))
}
