// Complete icons of each kind: the background, the frame and the sign.
import { drawn, picture, vignette, type Shape } from './draw.ts'
import { frameShapes, spellShapes } from './shapes/frames.ts'
import { materials, mixed, night, type Palette } from './tones.ts'

const iconSize = 128

const shape = (table: Readonly<Record<string, Shape>>, name: string): Shape => {
  const found = table[name]
  if (found === undefined) throw new Error(`nobody has drawn a ${name}`)
  return found
}

const backdrop = (color: string, strength: number): string => vignette(mixed(color, '#141722', strength))

const placed = (scale: number, dx: number, dy: number): string =>
  `translate(${64 + dx} ${64 + dy})scale(${scale})translate(-64 -64)`

const hairline = '<path d="M1.5 1.5H126.5V126.5H1.5Z" fill="none" stroke="#fff" stroke-opacity=".07" stroke-width="3"/>'

// Only artifacts do not share their picture with other rarities, so only their picture can show the rarity.
const artifactFrame =
  '<g fill="none" stroke="#e8b04a"><path d="M3 3H125V125H3Z" stroke-width="2.5"/>' +
  '<path d="M8 8H120V120H8Z" stroke-width="1" stroke-opacity=".55"/></g>' +
  '<path d="M0 0H22L0 22ZM128 0V22L106 0ZM0 128V106L22 128ZM128 128H106L128 106Z" fill="#e8b04a"/>' +
  '<path d="M0 0H12L0 12ZM128 0V12L116 0ZM0 128V116L12 128ZM128 128H116L128 116Z" fill="#8d2f3c"/>'

const rays = (color: string): string =>
  Array.from({ length: 12 }, (_, at) => `<path d="M64 64L56 -40H72Z" transform="rotate(${at * 30 + 8} 64 64)"/>`)
    .join('')
    .replace(/^/, `<g fill="${color}" fill-opacity=".13">`) + '</g>'

export function itemTile(sign: Shape, palette: Palette, isArtifact = false): string {
  const halo = mixed(palette.accent, night, 0.3)
  const body = drawn(sign, palette, { halo, at: placed(isArtifact ? 0.8 : 0.9, 0, 0) })
  const back = backdrop(palette.back ?? palette.accent, isArtifact ? 0.45 : 0.7)
  return picture(
    iconSize,
    palette.accent,
    back + (isArtifact ? rays('#ffcf7a') : '') + body + (isArtifact ? artifactFrame : hairline),
  )
}

/** Where the sign goes in each frame: scale, and off the middle. */
const frames = {
  perk: { at: placed(0.6, 0, 0), metal: { ...materials.silver, main: '#77848f' } },
  skill: { at: placed(0.58, 0, 0), metal: materials.gold },
  class: { at: placed(0.6, 0, -4), metal: materials.gold },
  merchant: { at: placed(0.58, 0, 12), metal: materials.brown },
  religion: { at: placed(0.54, 0, 2), metal: materials.gold },
  achievement: { at: placed(0.46, 0, -10), metal: materials.gold },
  bargain: { at: placed(0.46, -4, -10), metal: materials.relic },
} as const

export type Frame = keyof typeof frames

export function framedTile(frame: Frame, sign: Shape, palette: Palette, metal: Palette = frames[frame].metal): string {
  const inside: Palette = {
    ...palette,
    trim: metal.main,
    main: mixed(palette.back ?? palette.accent, '#2a2c38', 0.55),
    grip: metal.grip,
  }
  const back = backdrop(frame === 'bargain' ? '#b8433a' : palette.accent, 0.78)
  const around = drawn(shape(frameShapes, frame), inside, { at: placed(0.93, 0, 0) })
  const halo = frame === 'merchant' || frame === 'bargain' ? undefined : mixed(palette.accent, night, 0.25)
  return picture(
    iconSize,
    palette.accent,
    back + around + drawn(sign, palette, { ...(halo ? { halo } : {}), at: frames[frame].at }),
  )
}

export type SpellForm = keyof typeof spellForms

const spellForms = {
  bolt: placed(0.6, 16, -16),
  burst: placed(0.58, 0, 0),
  mend: placed(0.52, 0, -10),
  ward: placed(0.5, 0, 0),
} as const

export function spellTile(form: SpellForm, sign: Shape, palette: Palette): string {
  const halo = mixed(palette.accent, night, 0.15)
  const behind = `<g opacity=".85">${drawn(shape(spellShapes, form), palette, { at: placed(0.94, 0, 0) })}</g>`
  return picture(
    iconSize,
    palette.accent,
    backdrop(palette.accent, 0.5) + behind + drawn(sign, palette, { halo, at: spellForms[form] }),
  )
}
