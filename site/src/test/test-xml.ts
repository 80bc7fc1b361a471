// A strict reader of small XML texts, as narrow as a feed reader in a bad mood.

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
const token = /<\?xml [^?]*\?>|<\/([\w:]+)>|<([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>|([^<]+)/gy
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

const plain = (text: string): string => {
  if (/&(?!(amp|lt|gt|quot);)/.test(text)) throw new Error(`A bare & in ${text}`)
  return text.replace(/&(\w+);/g, (_all, name: string) => entities[name] ?? '')
}

/** The root element. Throws where the text is not well-formed. */
export function readXml(xml: string): Element {
  const sign = forbidden.exec(xml)
  if (sign) throw new Error(`XML has no sign U+${sign[0].codePointAt(0)?.toString(16)}`)
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let end = 0
  for (const [whole, closing, opening, attributes = '', isEmpty, text] of xml.matchAll(token)) {
    end += whole.length
    const inside = open.at(-1) ?? root
    if (closing !== undefined && open.pop()?.name !== closing) throw new Error(`</${closing}> closes nothing`)
    if (text !== undefined) inside.text += plain(text)
    if (opening === undefined) continue
    const given = [...attributes.matchAll(/ ([\w:]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      plain(value),
    ])
    const element: Element = {
      ...{ name: opening, children: [], text: '' },
      attributes: Object.fromEntries(given) as Element['attributes'],
    }
    inside.children.push(element)
    if (isEmpty === '') open.push(element)
  }
  if (end < xml.length) throw new Error(`No XML: ${xml.slice(end, end + 60)}`)
  const [only, ...others] = root.children
  if (open.length > 1 || !only || others.length > 0) throw new Error('Not one closed root')
  return only
}

/** Texts of the children of that name. */
export const textsOf = ({ children }: Element, name: string): string[] =>
  children.filter((child) => child.name === name).map(({ text }) => text)
