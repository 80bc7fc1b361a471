// Prints the findings of the client in a runtime as one line of JSON. The first argument is the URL of the service.
import { createClient, Problem } from 'deepledger-client'
import { findings } from './findings.mjs'

const [baseUrl] = globalThis.Deno?.args ?? process.argv.slice(2)
console.log(JSON.stringify(await findings({ createClient, Problem, baseUrl })))
