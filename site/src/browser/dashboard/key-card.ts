import { formatsOf } from '../../messages/formats.ts'
import type { ApiKey } from './account-client.ts'
import { createElement } from './create-element.ts'

interface KeyActions {
  readonly rotate: (key: ApiKey) => void
  readonly revoke: (key: ApiKey) => void
}

/** The dashboard is in English only. */
const english = formatsOf('en')
const day = (instant: string) => instant.slice(0, 10)
const ago = (instant: string) => english.age(Math.max(0, (Date.now() - Date.parse(instant)) / 1000))

/** Returns a list item that describes a key. A key that is still valid has buttons. */
export function keyCard(key: ApiKey, { rotate, revoke }: KeyActions): HTMLLIElement {
  const facts: [string, string][] = [
    ['Scopes', key.scopes.join(', ') || 'none'],
    ['Origins', key.origins.join(', ') || 'any'],
    ['Created', day(key.created_at)],
    ['Last used', key.last_used_at === null ? 'never' : ago(key.last_used_at)],
    key.revoked_at === null
      ? ['Expires', key.expires_at === null ? 'never' : day(key.expires_at)]
      : ['Revoked', ago(key.revoked_at)],
    ...(key.replaced_by === null ? [] : [['Replaced by', key.replaced_by] as [string, string]]),
  ]
  const list = createElement(
    'dl',
    {},
    ...facts.map(([name, value]) =>
      createElement('div', {}, createElement('dt', {}, name), createElement('dd', {}, value)),
    ),
  )
  const head = createElement(
    'h3',
    {},
    key.name,
    createElement('code', {}, key.prefix),
    createElement('span', { className: 'badge' }, key.state),
  )
  const card = createElement('li', { className: 'card key', 'data-prefix': key.prefix }, head, list)
  const row = createElement('p', { className: 'row' })
  const add = (label: string, act: (key: ApiKey) => void) => {
    const button = createElement('button', { type: 'button', 'aria-label': `${label} ${key.name}` }, label)
    button.addEventListener('click', () => act(key))
    row.append(button)
  }
  if (key.state === 'active') add('Rotate', rotate)
  if (key.state === 'active' || key.state === 'replaced') add('Revoke', revoke)
  if (row.childElementCount > 0) card.append(row)
  return card
}
