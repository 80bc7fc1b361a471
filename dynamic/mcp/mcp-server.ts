import { McpServer, type CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Api } from '../../data/api/model/api.ts'
import { inputSchemaOf } from './input-schema.ts'
import { instructions } from './tool-list.ts'
import { toolsOf, type ApiTool } from './tools.ts'

type ToolArguments = Readonly<Record<string, unknown>>

/** Answers a call of a tool; never rejects. */
type CallTool = (tool: ApiTool, args: ToolArguments) => Promise<CallToolResult>

const listTtlMilliseconds = 3_600_000
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/**
 * Returns a function that creates a server of the Model Context Protocol with the tools of an API. Servers have no
 * state, so each message gets its own.
 */
export function mcpServers(api: Api, version: string): (callTool: CallTool) => McpServer {
  const tools = toolsOf(api).map((tool) => ({
    tool,
    declared: {
      title: tool.title,
      description: tool.description,
      // Accepts any object: the API validates arguments, so errors are the same everywhere.
      inputSchema: z.looseObject({}).meta({ ...inputSchemaOf(tool) }),
      annotations,
    },
  }))
  const listed = { ttlMs: listTtlMilliseconds, cacheScope: 'public' } as const
  return (callTool) => {
    const server = new McpServer(
      { name: 'deepledger', title: 'Deepledger', version },
      {
        capabilities: { tools: { listChanged: false } },
        instructions,
        cacheHints: { 'tools/list': listed, 'server/discover': listed },
      },
    )
    for (const { tool, declared } of tools) server.registerTool(tool.name, declared, (args) => callTool(tool, args))
    return server
  }
}
