// Arrow keys, Home and End move the focus from row to row of a table, between links in the same column.

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

const linksIn = (element: Element | undefined) => [...(element?.querySelectorAll<HTMLElement>('a[href], button') ?? [])]

document.addEventListener('keydown', (event) => {
  const step = steps[event.key]
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const link =
    event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('.row-cards tbody a[href]') : null
  const row = link?.closest('tr')
  if (!link || !row?.parentElement) return
  const rows = [...row.parentElement.children].filter((one) => linksIn(one).length > 0)
  const next = rows[step(rows.indexOf(row), rows.length - 1)]
  const column = [...row.children].findIndex((cell) => cell.contains(link))
  const target = linksIn(next?.children[column])[0] ?? linksIn(next)[0]
  event.preventDefault()
  target?.focus()
})
