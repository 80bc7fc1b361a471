// For suites: assistants on this machine.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'

/** What a tool answered. */
interface ToolReply {
  readonly isError: boolean
  readonly texts: readonly string[]
  readonly json: Readonly<Record<string, unknown>>
}

/** Revisions of the protocol that clients speak: that of 2026, and those with a handshake. */
export const eras = ['modern', 'legacy'] as const

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
