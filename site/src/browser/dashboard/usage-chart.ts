import type { UsageDay } from './account-client.ts'
import { element } from './elements.ts'

const space = 'http://www.w3.org/2000/svg'
const height = 100
const step = 10

function svg(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(space, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  return made
}

/** Requests by day: bars, and the days that had any as a table. */
export function usageChart(days: readonly UsageDay[]): HTMLElement {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const words = `${total.toLocaleString('en')} ${total === 1 ? 'request' : 'requests'} in the last ${days.length} days`
  if (total === 0) return element('p', {}, 'No key has been used in the last 30 days.')
  const max = Math.max(...days.map(({ count }) => count))
  const picture = svg('svg', {
    viewBox: `0 0 ${days.length * step} ${height}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': words,
  })
  days.forEach(({ day, count }, at) => {
    const tall = count === 0 ? 0 : Math.max(2, (count / max) * height)
    const bar = svg('rect', { x: at * step + 1, y: height - tall, width: step - 2, height: tall })
    const title = svg('title', {})
    title.textContent = `${day}: ${count}`
    bar.append(title)
    picture.append(bar)
  })
  const used = days.filter(({ count }) => count > 0).reverse()
  const rows = used.map(({ day, count, keys }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, day),
      element('td', { className: 'number' }, count.toLocaleString('en')),
      element(
        'td',
        {},
        Object.entries(keys)
          .map(([prefix, n]) => `${prefix} ${n.toLocaleString('en')}`)
          .join(', '),
      ),
    ),
  )
  const head = element('tr', {}, ...['Day', 'Requests', 'By key'].map((name) => element('th', { scope: 'col' }, name)))
  const table = element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows))
  const box = element(
    'div',
    { className: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Requests by day' },
    table,
  )
  return element(
    'div',
    { className: 'usage' },
    element('p', {}, `${words}, at most ${max.toLocaleString('en')} in a day.`),
    picture,
    box,
  )
}
