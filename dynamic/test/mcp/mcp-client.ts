// For suites: a client of the Model Context Protocol.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'

/** The result of a tool call. */
interface ToolReply {
  readonly isError: boolean
  readonly texts: readonly string[]
  readonly json: Readonly<Record<string, unknown>>
}

/** Generations of the protocol: the revision of 2026 (`modern`), and earlier ones with a handshake (`legacy`). */
export const eras = ['modern', 'legacy'] as const

/** The official client, connected to a service. */
export class Assistant {
  readonly client: Client

  private constructor(client: Client) {
    this.client = client
  }

  static async connect(
    { url }: { readonly url: string },
    { key, era = 'modern' }: { key?: string; era?: (typeof eras)[number] } = {},
  ): Promise<Assistant> {
    const versionNegotiation = { mode: era === 'modern' ? { pin: '2026-07-28' } : ('legacy' as const) }
    const client = new Client({ name: 'suite', version: '1' }, { versionNegotiation })
    const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
    return new Assistant(client)
  }

  /** Calls a tool. Rejects if the tool does not exist. */
  async call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolReply> {
    const { isError = false, content, structuredContent } = await this.client.callTool({ name, arguments: args })
    return {
      isError,
      texts: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
      json: z.record(z.string(), z.unknown()).parse(structuredContent),
    }
  }

  close(): Promise<void> {
    return this.client.close()
  }
}
