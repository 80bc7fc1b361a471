/** Scopes of keys. `tooltips`: the tooltip endpoint; `observe`: the intake of observers; `admin`: operations. */
export const scopes = ['tooltips', 'observe', 'admin'] as const
export type Scope = (typeof scopes)[number]

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text)

/** The scopes that an owner who has signed in may delegate; an operator may allow more. */
export const signedInPermissions: readonly Scope[] = ['tooltips']

/** The default tier of an account. */
export const standardTier = 'standard'
