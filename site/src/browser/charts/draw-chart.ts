// Draws a chart with uPlot: crosshair, zoom and keyboard control.
import uPlot from 'uplot'
import { isLine, formatPoint, type ChartData } from '../../format/charts/chart-data.ts'
import type { messagesAt } from '../../messages/in-scripts.ts'
import { chartOptions, type ChartSettings } from './chart-options.ts'

type ChartWords = ReturnType<typeof messagesAt<'chart'>>

const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
}

/** Replaces the content of `place` with a chart. Returns a function that removes the chart and its listeners. */
export function drawChart(
  place: HTMLElement,
  data: ChartData,
  settings: ChartSettings & { label: string; t: ChartWords },
): () => void {
  const host = document.createElement('div')
  host.tabIndex = 0
  host.setAttribute('role', 'application')
  const { t } = settings
  const hint = matchMedia('(hover: none)').matches ? 'chart.tapHint' : 'chart.hint'
  host.setAttribute('aria-label', t('chart.keys', { label: settings.label }))
  const { bar, read, spoken } = readout(t)
  place.classList.add('moving')
  place.replaceChildren(host, bar)

  const showPoint = (at: number | null | undefined) => {
    read.textContent = typeof at === 'number' ? formatPoint(data, at, t) : t(hint)
  }
  // uPlot draws series in their order, so bars come first to be behind the lines.
  const columns = [...data.columns].sort((a, b) => Number(b.draw === 'bars') - Number(a.draw === 'bars'))
  const uncertain = columns.find(isLine)?.values.map((value, at) => (data.uncertain[at] ? value : null)) ?? []
  const values: uPlot.AlignedData = [
    [...data.times],
    ...columns.map(({ values: of }) => of.map((value) => (Number.isNaN(value) ? null : value))),
    uncertain,
  ]
  const createPlot = () => {
    const plot = new uPlot(chartOptions(host, columns, settings, showPoint), values, host)
    showPoint(null)
    return plot
  }
  let plot = createPlot()
  const redraw = () => {
    const { min, max } = plot.scales.x ?? {}
    plot.destroy()
    plot = createPlot()
    if (min != null && max != null) plot.setScale('x', { min, max })
  }
  addKeys(
    host,
    bar,
    () => plot,
    data,
    settings.span,
    (at) => (spoken.textContent = formatPoint(data, at, t)),
  )
  const resize = () => plot.setSize({ width: host.clientWidth, height: plot.height })
  const unwatch = watch(host, resize, redraw)
  return () => {
    unwatch()
    plot.destroy()
  }
}

/** Calls back when the size of `host` or the theme changes. Returns a function that stops watching. */
function watch(host: HTMLElement, onSize: () => void, onTheme: () => void): () => void {
  const sizes = new ResizeObserver(onSize)
  sizes.observe(host)
  const themes = new MutationObserver(onTheme)
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  // Pages are printed in the light theme.
  const paper = matchMedia('print')
  paper.addEventListener('change', onTheme)
  return () => {
    sizes.disconnect()
    themes.disconnect()
    paper.removeEventListener('change', onTheme)
  }
}

function readout(t: ChartWords) {
  const bar = document.createElement('div')
  bar.className = 'read'
  const read = document.createElement('output')
  read.setAttribute('aria-live', 'off')
  const spoken = document.createElement('p')
  spoken.className = 'visually-hidden'
  spoken.setAttribute('aria-live', 'polite')
  const buttons = [
    ['+', t('chart.zoomIn')],
    ['−', t('chart.zoomOut')],
    [t('chart.all'), t('chart.showAll')],
  ].map(([text = '', label = '']) => {
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', textContent: text, ariaLabel: label })
    return button
  })
  bar.append(read, ...buttons, spoken)
  return { bar, read, spoken }
}

function addKeys(
  host: HTMLElement,
  bar: HTMLElement,
  plotNow: () => uPlot,
  { times, columns }: ChartData,
  [first, last]: ChartSettings['span'],
  speak: (at: number) => void,
): void {
  let at = times.length - 1
  const zoom = (factor: number) => {
    const plot = plotNow()
    const { min = first, max = last } = plot.scales.x ?? {}
    const span = Math.min((max - min) * factor, last - first)
    const middle = plot.cursor.idx == null ? (min + max) / 2 : (times[plot.cursor.idx] ?? last)
    const from = Math.max(first, Math.min(middle - span / 2, last - span))
    plot.setScale('x', { min: from, max: from + span })
  }
  const all = () => plotNow().setScale('x', { min: first, max: last })
  const go = (to: number) => {
    const plot = plotNow()
    at = Math.max(0, Math.min(times.length - 1, to))
    const x = times[at] ?? last
    const { min = first, max = last } = plot.scales.x ?? {}
    if (x < min || x > max)
      plot.setScale('x', { min: Math.max(first, x - (max - min) / 2), max: Math.min(last, x + (max - min) / 2) })
    plot.setCursor({
      left: plot.valToPos(x, 'x'),
      top: plot.valToPos(columns.find(isLine)?.values[at] ?? 0, 'y'),
    })
    speak(at)
  }
  host.addEventListener('keydown', (event) => {
    const step = keySteps[event.key]
    if (step !== undefined) go(at + step)
    else if (event.key === '+' || event.key === '=') zoom(0.5)
    else if (event.key === '-') zoom(2)
    else if (event.key === 'Escape') all()
    else return
    event.preventDefault()
  })
  const actions = [() => zoom(0.5), () => zoom(2), all]
  bar.querySelectorAll('button').forEach((button, n) => button.addEventListener('click', () => actions[n]?.()))
}
