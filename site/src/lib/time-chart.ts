// `<time-chart>`: loads the drawing library when the chart is seen, and draws in the place of the server's picture.
import { readChartTable } from './chart-data.ts'

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
    this.#remove = drawChart(place, data, {
      label: this.dataset.label ?? '',
      isInverted: 'inverted' in this.dataset,
      range: [Number(this.dataset.low), Number(this.dataset.high)],
    })
  }
}

customElements.define('time-chart', TimeChart)
