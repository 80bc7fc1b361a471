// Says of each regular expression that is asked for on stdin whether some text makes it slow; one line of JSON each.
import { once } from 'node:events'
import { stdin } from 'node:process'
import { check } from 'recheck'

let given = ''
stdin.setEncoding('utf8').on('data', (text) => (given += text))
await once(stdin, 'end')
for (const { source, flags } of JSON.parse(given)) {
  // It does not know `v` yet, which reads ours as `u` does.
  const { status, complexity, attack } = await check(source, flags.replace('v', 'u'), { timeout: 20_000 })
  console.log(JSON.stringify({ status, complexity: complexity?.summary, attack: attack?.string.slice(0, 60_000) }))
}
