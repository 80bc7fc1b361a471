// Loaded when a model is seen: the viewer is larger than all else on its page.
import '@google/model-viewer'

export interface ModelView {
  readonly element: HTMLElement
  turn(isTurning: boolean): void
  /** Steps nearer to it, or back where they are negative. */
  nearer(steps: number): void
}

const degrees = { nearest: 10, farthest: 60, step: 0.8 }

/**
 * The model in `frame`, once it is drawn. Rejects where it cannot be: no file, no WebGL. Calls `lost` where a graphics
 * card takes it away later; it is out of the frame then.
 */
export async function showModel(frame: HTMLElement, src: string, label: string, lost: () => void): Promise<ModelView> {
  const viewer = document.createElement('model-viewer')
  const requested = {
    src,
    alt: label,
    'camera-controls': '',
    // Wheel and a finger's way up or down stay the page's.
    'disable-zoom': '',
    'disable-pan': '',
    'touch-action': 'pan-y',
    'interaction-prompt': 'none',
    'shadow-intensity': '0.8',
    'shadow-softness': '0.9',
    'auto-rotate-delay': '0',
    loading: 'eager',
  }
  for (const [name, value] of Object.entries(requested)) viewer.setAttribute(name, value)
  const drawn = new Promise<void>((resolve, reject) => {
    viewer.addEventListener('load', () => resolve(), { once: true })
    viewer.addEventListener('error', () => reject(new Error('The model was not drawn')), { once: true })
  })
  // In place of its own bar, which stays where motion is reduced.
  viewer.append(Object.assign(document.createElement('span'), { slot: 'progress-bar' }))
  frame.append(viewer)
  try {
    await drawn
  } catch (error) {
    viewer.remove()
    throw error
  }
  viewer.classList.add('ready')
  viewer.addEventListener('error', () => {
    viewer.remove()
    lost()
  })
  return {
    element: viewer,
    turn(isTurning) {
      viewer.autoRotate = isTurning
    },
    nearer(steps) {
      const { nearest, farthest, step } = degrees
      const view = Math.min(farthest, Math.max(nearest, viewer.getFieldOfView() * step ** steps))
      viewer.minFieldOfView = `${nearest}deg`
      viewer.maxFieldOfView = `${farthest}deg`
      viewer.fieldOfView = `${view}deg`
    },
  }
}
