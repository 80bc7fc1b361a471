// Reads a JSON array of regular expressions from stdin; prints for each a line of JSON that says whether an input makes
// it slow.
import { once } from 'node:events'
import { stdin } from 'node:process'
import { check } from 'recheck'

let given = ''
stdin.setEncoding('utf8').on('data', (text) => (given += text))
await once(stdin, 'end')
for (const { source, flags } of JSON.parse(given)) {
  // recheck does not support the flag `v` yet; our expressions mean the same with `u`.
  const { status, complexity, attack } = await check(source, flags.replace('v', 'u'), { timeout: 20_000 })
  console.log(JSON.stringify({ status, complexity: complexity?.summary, attack: attack?.string.slice(0, 60_000) }))
}
