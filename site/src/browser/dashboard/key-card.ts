import { formatsOf } from '../../messages/formats.ts'
import type { ApiKey } from './account-client.ts'
import { element } from './elements.ts'

interface KeyActions {
  readonly rotate: (key: ApiKey) => void
  readonly revoke: (key: ApiKey) => void
}

/** The page's own text is English alone. */
const english = formatsOf('en')
const day = (instant: string) => instant.slice(0, 10)
const ago = (instant: string) => english.age(Math.max(0, (Date.now() - Date.parse(instant)) / 1000))

/** A key as its owner sees it; one that can still be used has buttons. */
export function keyCard(key: ApiKey, { rotate, revoke }: KeyActions): HTMLLIElement {
  const facts: [string, string][] = [
    ['Scopes', key.scopes.join(', ') || 'none'],
    ['Origins', key.origins.join(', ') || 'everywhere'],
    ['Made', day(key.created_at)],
    ['Last used', key.last_used_at === null ? 'never' : ago(key.last_used_at)],
    key.revoked_at === null
      ? ['Expires', key.expires_at === null ? 'never' : day(key.expires_at)]
      : ['Revoked', ago(key.revoked_at)],
    ...(key.replaced_by === null ? [] : [['Replaced by', key.replaced_by] as [string, string]]),
  ]
  const list = element(
    'dl',
    {},
    ...facts.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  )
  const head = element(
    'h3',
    {},
    key.name,
    element('code', {}, key.prefix),
    element('span', { className: 'badge' }, key.state),
  )
  const card = element('li', { className: 'card key', 'data-prefix': key.prefix }, head, list)
  const row = element('p', { className: 'row' })
  const add = (label: string, act: (key: ApiKey) => void) => {
    const button = element('button', { type: 'button', 'aria-label': `${label} ${key.name}` }, label)
    button.addEventListener('click', () => act(key))
    row.append(button)
  }
  if (key.state === 'active') add('Rotate', rotate)
  if (key.state === 'active' || key.state === 'replaced') add('Revoke', revoke)
  if (row.childElementCount > 0) card.append(row)
  return card
}
