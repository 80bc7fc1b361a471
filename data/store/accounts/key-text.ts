// The text of a key: dl_<prefix>_<secret><checksum>. The prefix names it in lists and logs; the secret has 190 bits of
// entropy, so that a plain hash is enough to store; the checksum tells a typo without a look-up.
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'
const prefixLength = 8
const secretLength = 32
const checksumLength = 6

const keyForm = /^(dl_[a-z2-9]{8})_[0-9A-Za-z]{38}$/
const prefixForm = /^(?:dl_)?([a-z2-9]{8})(?:_[0-9A-Za-z]{38})?$/

/** A new key and its prefix. Show the key once, store its hash. */
export function mintKey(): { key: string; prefix: string } {
  const prefix = `dl_${draw(readable, prefixLength)}`
  const body = `${prefix}_${draw(digits, secretLength)}`
  return { key: body + checksumOf(body), prefix }
}

/** Whether a text has a key's form, its checksum aside. */
export const looksLikeKey = (text: string): boolean => keyForm.test(text)

/** The prefix of a key; undefined if the text is not a key or has a typo. */
export function prefixOfKey(text: string): string | undefined {
  const prefix = keyForm.exec(text)?.[1]
  const body = text.slice(0, -checksumLength)
  return prefix !== undefined && checksumOf(body) === text.slice(-checksumLength) ? prefix : undefined
}

/** The prefix, from input with or without `dl_`, or from a whole key. */
export function readPrefix(text: string): string | undefined {
  const found = prefixForm.exec(text)?.[1]
  return found === undefined ? undefined : `dl_${found}`
}

/** SHA-256 in hexadecimal: what is stored of a key. */
export const hashKey = (key: string): string => hash('sha256', key)

const draw = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

function checksumOf(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < checksumLength; place += 1) {
    text = digits.charAt(rest % digits.length) + text
    rest = Math.floor(rest / digits.length)
  }
  return text
}
