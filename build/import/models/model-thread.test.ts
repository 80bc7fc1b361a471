import { afterEach, expect, it } from 'vitest'
import { binaryModel } from '../../test/test-model.ts'
import { ModelThread } from './model-thread.ts'

let thread: ModelThread
afterEach(() => thread.close())

const asset = '"asset":{"version":"2.0"}'
const nested = (depth: number) => binaryModel(`{${asset},"extras":${'['.repeat(depth)}${']'.repeat(depth)}}`)
const accessor = (count: number, more = '') =>
  binaryModel(`{${asset},"accessors":[{"componentType":5126,"count":${count},"type":"MAT4"${more}}]}`)

it('a model that makes the validator overflow its stack is refused, and the next is validated', async () => {
  thread = new ModelThread()
  await expect(thread.check(nested(500_000))).rejects.toThrow('it cannot be validated')
  await expect(thread.check(nested(10))).resolves.toBeUndefined()
})

it('a model that takes the validator too long is refused', async () => {
  thread = new ModelThread(2000)
  // Starts the thread, so that the limit does not include the time of its start.
  await expect(thread.check(nested(10))).resolves.toBeUndefined()
  const parts = Array.from({ length: 300_000 }, (_, at) => `{"children":[${at + 1}]}`)
  const endless = binaryModel(`{${asset},"nodes":[${parts.join()},{}]}`)
  await expect(thread.check(endless)).rejects.toThrow('it cannot be validated')
})

it.each(['', ',"sparse":{"count":1,"indices":{"bufferView":0,"componentType":5125},"values":{"bufferView":1}}'])(
  'accessors that need more memory than any browser has to spare are refused: 4 billion%s',
  async (more) => {
    thread = new ModelThread()
    const refused = expect(thread.check(accessor(4_000_000_000, more))).rejects
    await refused.toThrow('its accessors have more than 256 MB')
    await expect(thread.check(accessor(4_000_000))).resolves.toBeUndefined()
  },
)
