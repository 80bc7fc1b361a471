// `<time-chart>`: loads the drawing library when the chart scrolls into view, and replaces the server's picture with it.
import { messagesAt } from '../../messages/in-scripts.ts'
import { readMarks } from '../../format/charts/chart-marks.ts'
import { readChartTable } from '../../format/charts/chart-data.ts'

class TimeChart extends HTMLElement {
  #watcher: IntersectionObserver | undefined
  #remove: (() => void) | undefined

  connectedCallback(): void {
    this.#watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        this.#watcher?.disconnect()
        void this.#draw()
      },
      { rootMargin: '100px' },
    )
    this.#watcher.observe(this)
  }

  disconnectedCallback(): void {
    this.#watcher?.disconnect()
    this.#remove?.()
  }

  async #draw(): Promise<void> {
    const table = this.querySelector('table')
    const place = this.querySelector<HTMLElement>('[data-picture]')
    if (!table || !place) return
    const data = readChartTable(table)
    if (data.times.length < 2) return
    const { drawChart } = await import('./draw-chart.ts')
    // A live refresh may have removed this element in the meantime.
    if (!this.isConnected) return
    const { label = '', ticks = '', span = '', step, marks } = this.dataset
    const [from = 0, to = 0] = span.split(' ').map((at) => Number(at) / 1000)
    this.#remove = drawChart(place, data, {
      ...{ label, isInverted: 'inverted' in this.dataset, ticks: ticks.split(' ').map(Number) },
      ...{ span: [from, to], step: step === undefined ? Infinity : Number(step) / 1000 },
      marks: readMarks(marks),
      locale: document.documentElement.lang,
      t: messagesAt<'chart'>(this),
    })
  }
}

customElements.define('time-chart', TimeChart)
