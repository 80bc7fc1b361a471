/** Returns an element that the HTML of the page contains. Throws if there is none of this type. */
export function requireElement<T extends Element>(root: ParentNode, type: new () => T, selector: string): T {
  const found = root.querySelector(selector)
  if (found instanceof type) return found
  throw new Error(`There is no ${selector}.`)
}
