/** What a key may be for. `tooltips`: the tooltip endpoint (spec 5.5); `observe`: the observer's intake; `admin`: operations. */
export const scopes = ['tooltips', 'observe', 'admin'] as const
export type Scope = (typeof scopes)[number]

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text)

/** What whoever signs in may delegate to keys; an operator widens it. */
export const signedInPermissions: readonly Scope[] = ['tooltips']

/** The tier of an account that nobody gave another. */
export const standardTier = 'standard'
