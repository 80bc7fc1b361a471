// What the client does in every runtime: prints its findings as one line of JSON. The service is the first argument.
import { createClient, Problem } from 'deepledger-client'
import { findings } from './findings.mjs'

const [baseUrl] = globalThis.Deno?.args ?? process.argv.slice(2)
console.log(JSON.stringify(await findings({ createClient, Problem, baseUrl })))
