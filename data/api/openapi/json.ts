/** A part of the document, before it is serialized. */
export type Json = Readonly<Record<string, unknown>>

/** A reference to a component. */
export const refTo = (section: string, name: string): Json => ({ $ref: `#/components/${section}/${name}` })

/** Converts `items.list` to `ItemsList`. */
export const pascalCase = (name: string): string =>
  name
    .split(/[^a-zA-Z0-9]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** Converts `merchant-stock.list` to `merchantStockList`. */
export const camelCase = (name: string): string => pascalCase(name).replace(/^./, (first) => first.toLowerCase())
