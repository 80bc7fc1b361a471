import type { UsageDay } from './account-client.ts'
import { createElement } from './create-element.ts'

const space = 'http://www.w3.org/2000/svg'
const height = 100
const step = 10

function svg(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(space, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  return made
}

/** Returns a bar chart of requests per day, and a table of the days with requests, newest first. */
export function usageChart(days: readonly UsageDay[]): HTMLElement {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const words = `${total.toLocaleString('en')} ${total === 1 ? 'request' : 'requests'} in the last ${days.length} days`
  if (total === 0) return createElement('p', {}, 'No key has been used in the last 30 days.')
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
    createElement(
      'tr',
      {},
      createElement('th', { scope: 'row' }, day),
      createElement('td', { className: 'number' }, count.toLocaleString('en')),
      createElement(
        'td',
        {},
        Object.entries(keys)
          .map(([prefix, n]) => `${prefix} ${n.toLocaleString('en')}`)
          .join(', '),
      ),
    ),
  )
  const head = createElement(
    'tr',
    {},
    ...['Day', 'Requests', 'By key'].map((name) => createElement('th', { scope: 'col' }, name)),
  )
  const table = createElement('table', {}, createElement('thead', {}, head), createElement('tbody', {}, ...rows))
  const box = createElement(
    'div',
    { className: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Requests by day' },
    table,
  )
  return createElement(
    'div',
    { className: 'usage' },
    createElement('p', {}, `${words}, at most ${max.toLocaleString('en')} in a day.`),
    picture,
    box,
  )
}
