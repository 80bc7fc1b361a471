/** By which a text could control a terminal, begin a line of its own or be shown in another order than it has. */
const controlling = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A line from elsewhere for a terminal: what cannot be seen is escaped as in JSON, which therefore stays the same value. */
export const printable = (line: string): string =>
  line.replace(controlling, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The same for a text of several lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')
