/** The element that a page's own HTML surely has. Throws where it has none such. */
export function one<T extends Element>(root: ParentNode, kind: new () => T, selector: string): T {
  const found = root.querySelector(selector)
  if (found instanceof kind) return found
  throw new Error(`There is no ${selector}.`)
}
