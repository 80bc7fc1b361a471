// For suites: counts the drawn tally marks beside names of rarities.
import type { Page } from 'playwright-core'
import sharp from 'sharp'

export interface DrawnMarks {
  readonly rarity: string
  readonly marks: number
}

interface Place {
  readonly rarity: string
  readonly x: number
  readonly y: number
  /** Distance from the first mark to the word, in pixels. */
  readonly width: number
}

const places = `[...document.querySelectorAll('main .rarity[data-rarity]')].filter((part) => part.checkVisibility()).map((part) => {
  const { left, top, height } = part.getBoundingClientRect()
  const { width, marginRight } = getComputedStyle(part, '::before')
  return {
    rarity: part.dataset.rarity,
    x: Math.floor(left),
    y: Math.round(top + height / 2),
    width: Math.floor(parseFloat(width) + parseFloat(marginRight)),
  }
})`

/** Minimum difference of brightness between a mark and the background, of 255. */
const minContrast = 40

/** Counts the marks in a screenshot of the page, at half of their height. */
export async function drawnMarks(page: Page): Promise<DrawnMarks[]> {
  const found = await page.evaluate<Place[]>(places)
  const picture = sharp(await page.screenshot({ fullPage: true })).greyscale()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0
  return found.map(({ rarity, x, y, width }) => {
    const ground = at(x - 2, y)
    const isDrawn = (step: number) => Math.abs(at(x + step, y) - ground) >= minContrast
    const steps = Array.from({ length: width }, (_, step) => step)
    return { rarity, marks: steps.filter((step) => isDrawn(step) && !isDrawn(step - 1)).length }
  })
}
