// For suites: a static HTTP server on a published tree that can damage its answers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'

/** Answers a request for a file in a faulty way, or returns false to have the server answer it. */
export type Harm = (name: string, bytes: Buffer, res: ServerResponse) => boolean

export interface TreeServer {
  readonly url: string
  /** Names of the requested files. */
  readonly asked: string[]
  /** The served folder. Changing it simulates a publish. */
  folder: string
  harm: Harm | undefined
  close(): Promise<void>
}

/** Serves a folder on a free port, with the faults of `harm`. */
export async function serveTree(folder: string): Promise<TreeServer> {
  const answer = ({ url = '' }: IncomingMessage, res: ServerResponse) => {
    const name = url.slice(1)
    tree.asked.push(name)
    try {
      const bytes = readFileSync(join(tree.folder, name))
      if (!tree.harm?.(name, bytes, res)) res.end(bytes)
    } catch {
      res.writeHead(404).end('Not here')
    }
  }
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const tree: TreeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked: [],
    folder,
    harm: undefined,
    async close() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return tree
}

/** Whether a name in the tree is that of a catalog. */
export const isCatalog = (name: string): boolean => name.startsWith('catalog/')
