// The text of a key is dl_<prefix>_<secret><checksum>. The prefix identifies it in lists and logs. The secret has 190
// bits of entropy, so storing a plain hash is enough. The checksum detects typos without a look-up.
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'
const prefixLength = 8
const secretLength = 32
const checksumLength = 6

const keyForm = /^(dl_[a-z2-9]{8})_[0-9A-Za-z]{38}$/
const prefixForm = /^(?:dl_)?([a-z2-9]{8})(?:_[0-9A-Za-z]{38})?$/

/** Generates a key and its prefix. The key is shown once, and only its hash is stored. */
export function mintKey(): { key: string; prefix: string } {
  const prefix = `dl_${draw(readable, prefixLength)}`
  const body = `${prefix}_${draw(digits, secretLength)}`
  return { key: body + checksumOf(body), prefix }
}

/** Whether a text has the form of a key. The checksum is not verified. */
export const looksLikeKey = (text: string): boolean => keyForm.test(text)

/** The prefix of a key; undefined if the text is not a key or its checksum is wrong. */
export function prefixOfKey(text: string): string | undefined {
  const prefix = keyForm.exec(text)?.[1]
  const body = text.slice(0, -checksumLength)
  return prefix !== undefined && checksumOf(body) === text.slice(-checksumLength) ? prefix : undefined
}

/** Reads a prefix from a prefix with or without `dl_`, or from a whole key; undefined if it is neither. */
export function readPrefix(text: string): string | undefined {
  const found = prefixForm.exec(text)?.[1]
  return found === undefined ? undefined : `dl_${found}`
}

/** The hash of a key that is stored: its SHA-256 in hexadecimal. */
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
