// Mistyped, truncated, guessed and forged keys: none is accepted, and nearly all are refused without a query.
import { Accounts } from '../../../../data/store/accounts/accounts.ts'
import { mintKey } from '../../../../data/store/accounts/key-text.ts'
import { refusedStates, type KeyState } from '../../../../data/store/accounts/key-state-cache.ts'
import { TestStore } from '../../../../data/store/test/test-store.ts'
import type { Stream } from '../../../../data/sample/random.ts'
import type { FaultRow, Rig } from '../fault-row.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('')
const lookalikes = 'οаеѕ０１Ａｌ'.split('')

type Mutation = (key: string, random: Stream) => string

const replaced = (key: string, at: number, by: string) => key.slice(0, at) + by + key.slice(at + 1)
const anyPlace = (key: string, random: Stream) => random.int(0, key.length - 1)

const mutations: readonly Mutation[] = [
  (key, random) => replaced(key, anyPlace(key, random), random.pick(digits)),
  (key, random) =>
    replaced(replaced(key, anyPlace(key, random), random.pick(digits)), anyPlace(key, random), random.pick(digits)),
  (key, random) => replaced(key, anyPlace(key, random), random.pick(lookalikes)),
  (key, random) => key.slice(0, anyPlace(key, random)),
  (key, random) => key.slice(random.int(1, key.length - 1)),
  (key, random) => key + random.pick([...digits, ' ', '\n', '\u0000', '=']),
  (key) => ` ${key}`,
  (key) => key.toUpperCase(),
  (key) => key.toLowerCase(),
  (key) => `${key},${key}`,
  (key, random) => {
    const at = random.int(0, key.length - 2)
    return key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2)
  },
  // A known prefix with a guessed secret.
  (key, random) => `${key.slice(0, 12)}${Array.from({ length: 38 }, () => random.pick(digits)).join('')}`,
  (key) => `Bearer ${key}`,
  () => '',
]

interface Checking {
  readonly keys: readonly string[]
  readonly authenticate: (key: string) => KeyState | Promise<KeyState>
}

async function tryKeys(rig: Rig, { keys, authenticate }: Checking): Promise<void> {
  const known = new Set(keys)
  let queried = 0
  for (let nth = 0; nth < rig.amount; nth += 1) {
    // One key in 10,000 is well formed with a correct checksum, so that only the database can refuse it.
    const isForged = nth % 10_000 === 9999
    const text = isForged ? mintKey().key : rig.random.pick(mutations)(rig.random.pick(keys), rig.random)
    if (known.has(text)) continue
    const state = authenticate(text)
    if (state instanceof Promise) queried += 1
    const { kind } = state instanceof Promise ? await state : state
    rig.check(kind === 'refused', () => `${JSON.stringify(text)} was accepted`)
    if (nth % 100_000 === 0) await new Promise(setImmediate)
  }
  const share = (100 * queried) / rig.amount
  rig.note(`${queried} of ${rig.amount} needed a query (${share.toFixed(4)} %)`)
  rig.check(share <= 0.1, `${share} % needed a query`)
}

/** Calls `work` with accounts that have 20 good keys. */
async function withKeys(work: (accounts: Accounts, keys: readonly string[]) => Promise<void>): Promise<void> {
  const store = new TestStore()
  const accounts = await Accounts.open(await store.location())
  try {
    const { id } = await accounts.owners.grant('rig', ['observe'])
    const keys: string[] = []
    for (let nth = 0; nth < 20; nth += 1) {
      const { key } = await accounts.keys.create(id, { name: `key ${nth}`, scopes: ['observe'] })
      if ((await accounts.authenticate(key)).kind !== 'good') throw new Error('a good key is refused')
      keys.push(key)
    }
    await work(accounts, keys)
  } finally {
    await accounts.close()
    await store.remove()
  }
}

const run = (rig: Rig) =>
  withKeys((accounts, keys) => tryKeys(rig, { keys, authenticate: (key) => accounts.authenticate(key) }))

/** Runs against a check that searches a text for a key and queries the database without comparing the checksum. */
const runNegativeControl = (rig: Rig) =>
  withKeys((accounts, keys) => {
    const authenticate = (text: string) => {
      const [found] = /dl_[a-z2-9]{8}_[0-9A-Za-z]{38}/.exec(text) ?? []
      return found === undefined ? refusedStates.malformed : Promise.resolve(accounts.authenticate(found))
    }
    return tryKeys(rig, { keys, authenticate })
  })

export const mutatedKeys: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'a check that looks for a key anywhere in a text, and queries the database for each',
    amount: 1000,
    finds: [/was accepted/, /needed a query/],
    run: runNegativeControl,
  },
}
