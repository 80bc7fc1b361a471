// Path data with three more commands, all of them absolute: `O cx cy r`, `E cx cy rx ry` and `R x y width height`.
const number = String.raw`(-?[\d.]+)[\s,]*`
const circle = new RegExp(`O\\s*${number.repeat(3)}`, 'g')
const ellipse = new RegExp(`E\\s*${number.repeat(4)}`, 'g')
const rectangle = new RegExp(`R\\s*${number.repeat(4)}`, 'g')

/** Plain path data of path data with the further commands. */
export function expanded(data: string): string {
  const round = (cx: number, cy: number, rx: number, ry: number): string =>
    `M${cx - rx} ${cy}A${rx} ${ry} 0 1 1 ${cx + rx} ${cy}A${rx} ${ry} 0 1 1 ${cx - rx} ${cy}Z`
  return data
    .replace(circle, (_, cx, cy, r) => round(Number(cx), Number(cy), Number(r), Number(r)))
    .replace(ellipse, (_, cx, cy, rx, ry) => round(Number(cx), Number(cy), Number(rx), Number(ry)))
    .replace(
      rectangle,
      (_, x, y, width, height) => `M${x} ${y}H${Number(x) + Number(width)}V${Number(y) + Number(height)}H${x}Z`,
    )
}

// Which numbers of a command are x; an arc's flags are apart.
const arity: Readonly<Record<string, number>> = { M: 2, L: 2, C: 6, Q: 4, S: 4, T: 2, H: 1, V: 1, A: 7, Z: 0 }

function mirroredNumber(command: string, value: number, at: number): number {
  if (command === 'H') return 128 - value
  if (command === 'V') return value
  if (command === 'A') return at % 7 === 5 ? 128 - value : at % 7 === 4 ? 1 - value : value
  return at % 2 === 0 ? 128 - value : value
}

/** The same path on the other side of the vertical middle of a picture of 128. */
export function mirrored(data: string): string {
  return data.replace(/([A-Za-z])([^A-Za-z]*)/g, (_, command: string, rest: string) => {
    if (arity[command] === undefined) throw new Error(`cannot mirror ${command} in ${data}`)
    const numbers = rest.match(/-?[\d.]+/g) ?? []
    return `${command}${numbers.map((value, at) => mirroredNumber(command, Number(value), at)).join(' ')}`
  })
}
