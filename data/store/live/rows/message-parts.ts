/** The trigram index by which parts of messages of trades are found. */
export const messageParts = { table: 'trades', key: 'id', column: 'folded' } as const
