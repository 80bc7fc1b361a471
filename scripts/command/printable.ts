/** Characters by which a text could control a terminal, begin a new line or change the order of its display. */
const controlCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Escapes a line of untrusted text for a terminal. Escapes are those of JSON, so JSON keeps its value. */
export const printable = (line: string): string =>
  line.replace(controlCharacters, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Escapes each line of a text. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')
