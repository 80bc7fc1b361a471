/** What a key may be for. `tooltips`: the tooltip endpoint; `observe`: the observer's intake; `admin`: operations. */
export const scopes = ['tooltips', 'observe', 'admin'] as const
export type Scope = (typeof scopes)[number]

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text)

/** The scopes that a signed-in user may give to keys; an operator may allow more. */
export const signedInPermissions: readonly Scope[] = ['tooltips']

/** The default tier of an account. */
export const standardTier = 'standard'
