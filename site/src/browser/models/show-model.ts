// Imported only when a model is shown: the viewer is larger than everything else on its page.
import '@google/model-viewer'

export interface ModelView {
  readonly element: HTMLElement
  turn(isTurning: boolean): void
  /** Moves the camera closer by a number of steps, or farther away if it is negative. */
  zoomIn(steps: number): void
}

const fieldOfView = { minDegrees: 10, maxDegrees: 60, factorPerStep: 0.8 }

/**
 * Appends a viewer to `frame` and resolves when the model is drawn. Rejects, and removes the viewer, if it cannot be drawn
 * because there is no file or no WebGL. If an error occurs later, such as a lost WebGL context, removes the viewer and calls
 * `onLost`.
 */
export async function showModel(
  frame: HTMLElement,
  src: string,
  label: string,
  onLost: () => void,
): Promise<ModelView> {
  const viewer = document.createElement('model-viewer')
  const attributes = {
    src,
    alt: label,
    'camera-controls': '',
    // The wheel and vertical swipes scroll the page.
    'disable-zoom': '',
    'disable-pan': '',
    'touch-action': 'pan-y',
    'interaction-prompt': 'none',
    'shadow-intensity': '0.8',
    'shadow-softness': '0.9',
    'auto-rotate-delay': '0',
    loading: 'eager',
  }
  for (const [name, value] of Object.entries(attributes)) viewer.setAttribute(name, value)
  const drawn = new Promise<void>((resolve, reject) => {
    viewer.addEventListener('load', () => resolve(), { once: true })
    viewer.addEventListener('error', () => reject(new Error('The model was not drawn')), { once: true })
  })
  // Replaces the viewer's progress bar, which never disappears if motion is reduced.
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
    onLost()
  })
  return {
    element: viewer,
    turn(isTurning) {
      viewer.autoRotate = isTurning
    },
    zoomIn(steps) {
      const { minDegrees, maxDegrees, factorPerStep } = fieldOfView
      const degrees = Math.min(maxDegrees, Math.max(minDegrees, viewer.getFieldOfView() * factorPerStep ** steps))
      viewer.minFieldOfView = `${minDegrees}deg`
      viewer.maxFieldOfView = `${maxDegrees}deg`
      viewer.fieldOfView = `${degrees}deg`
    },
  }
}
