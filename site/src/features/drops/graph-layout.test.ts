import { expect, it } from 'vitest'
import { layOutGraph } from './graph-layout.ts'

const node = (id: string) => ({ id, name: id })

it('layOutGraph centres columns vertically and connects nodes by edges', () => {
  const { width, height, nodes, edges } = layOutGraph({
    columns: [[node('a')], [node('b'), node('c'), node('d')]],
    edges: [
      { from: 'a', to: 'd', strength: 1 },
      { from: 'a', to: 'nowhere', strength: 1 },
    ],
  })
  expect([width, height]).toEqual([650, 90])
  expect(nodes.map(({ x, y }) => [x, y])).toEqual([
    [0, 45],
    [400, 15],
    [400, 45],
    [400, 75],
  ])
  expect(edges).toEqual([{ path: 'M250 45C325 45 325 75 400 75', width: 9 }])
})
