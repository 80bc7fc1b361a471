/** The element that a page's own HTML surely has. Throws where it has none such. */
export function requireElement<T extends Element>(root: ParentNode, type: new () => T, selector: string): T {
  const found = root.querySelector(selector)
  if (found instanceof type) return found
  throw new Error(`There is no ${selector}.`)
}
