/** Creates an element with attributes and children; text becomes a text node. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { className = '', ...attributes }: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  made.className = className
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}
