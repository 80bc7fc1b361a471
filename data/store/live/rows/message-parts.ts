/** Parts of messages of trades, in lower case, are searched for. */
export const messageParts = { table: 'trades', key: 'id', column: 'folded' } as const
