import type uPlot from 'uplot'
import type { ChartMark } from '../../format/charts/chart-marks.ts'

/** Draws a dashed line at each instant, with its label at the top. */
export function drawMarks(plot: uPlot, marks: readonly ChartMark[], colour: string): void {
  const { ctx, bbox, scales } = plot
  const { min = 0, max = 0 } = scales.x ?? {}
  ctx.save()
  ctx.strokeStyle = ctx.fillStyle = colour
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio])
  ctx.font = `${12 * devicePixelRatio}px Figtree Variable, sans-serif`
  for (const { at, label } of marks) {
    const seconds = at / 1000
    if (seconds < min || seconds > max) continue
    const x = Math.round(plot.valToPos(seconds, 'x', true))
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    ctx.textAlign = x > bbox.left + bbox.width * 0.8 ? 'right' : 'left'
    ctx.fillText(` ${label} `, x, bbox.top + 14 * devicePixelRatio)
  }
  ctx.restore()
}
