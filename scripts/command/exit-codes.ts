/** Exit codes of commands; `npm run import -- --help` lists them. */
export const exitCodes = { unexpected: 1, usage: 2, invalid: 3, anomalies: 4, conflict: 5, busy: 6 } as const

export type ExitKind = keyof typeof exitCodes
