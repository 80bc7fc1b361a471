import { validatedHeaders } from '../../data/api/answer/api-headers.ts'
import { corsHeadersOf } from '../../data/api/answer/cors.ts'
import { encodedEtag } from '../../data/api/answer/http/etags.ts'
import type { Api } from '../../data/api/model/api.ts'
import { Problem } from '../../data/api/model/values/errors.ts'
import { siblingExtensions, type Manifest, type SiblingEncoding } from '../../data/api/static/manifest.ts'
import { pageFile, pageHeadersOf, pagesFolder, pageMediaType } from '../../data/api/static/page-files.ts'
import type { EdgeReply } from './edge-reply.ts'
import type { FetchFile, PublishedTree } from './published-tree.ts'
import type { RoutingDecision } from './routing-decision.ts'

/** Responds with a saved page, or resolves to undefined if there is none or it cannot be read. */
export async function pageFromTree(
  tree: PublishedTree,
  path: string,
  { api, fetchFile, onError }: { api: Api; fetchFile: FetchFile; onError?: (error: unknown) => void },
  reply: EdgeReply,
): Promise<Response | undefined> {
  try {
    const state = await tree.current()
    const etag = state && (await tree.page(path, state))
    if (!state || etag === undefined) return undefined
    const headers = { ...pageHeadersOf(api, path), 'content-type': pageMediaType(path) }
    return await sendFile(`${pagesFolder}/${pageFile(path)}`, headers, etag, {
      ...{ base: corsHeadersOf(path), manifest: state.manifest, fetchFile, reply },
    })
  } catch (error) {
    onError?.(error)
    return undefined
  }
}

/** Responds with the file or the redirect of a route, or resolves to undefined if the file cannot be read. */
export async function answerFromTree(
  { route, manifest }: Extract<RoutingDecision, { by: 'tree' }>,
  fetchFile: FetchFile,
  reply: EdgeReply,
): Promise<Response | undefined> {
  const { status, headers, etag, file, asset } = route
  const head = validatedHeaders(headers, etag)
  if (file)
    return sendFile(`${file.folder}/${file.name}.json`, headers, etag, { manifest, fetchFile, reply }).catch(
      () => undefined,
    )
  if (asset === undefined) return reply.send(status, head, new ArrayBuffer(0))
  if (reply.has(etag)) return reply.notModified(head)
  const range = reply.wantedRange(etag)
  if (range !== undefined) return sendRange(asset, range, { head, etag, fetchFile, reply })
  const found = await fetchFile(asset).catch(() => undefined)
  return found?.ok ? reply.send(status, head, found) : undefined
}

/**
 * Responds with a part of a file. If the platform cannot read parts, it is cut out of the whole file, which may take
 * 100 MB of memory.
 */
async function sendRange(
  name: string,
  range: string,
  {
    head,
    etag,
    fetchFile,
    reply,
  }: Pick<Sending, 'fetchFile' | 'reply'> & { head: Record<string, string>; etag: string },
): Promise<Response | undefined> {
  const found = await fetchFile(name, range).catch(() => undefined)
  const part = found?.status === 206 ? reply.sendPart(head, etag, found) : undefined
  if (part) return part
  const whole = found?.status === 200 ? found : await fetchFile(name).catch(() => undefined)
  if (!whole?.ok) return undefined
  try {
    return reply.sendRange(head, etag, await whole.arrayBuffer())
  } catch (problem) {
    if (problem instanceof Problem) return reply.problem(problem)
    throw problem
  }
}

interface Sending {
  readonly manifest: Manifest
  readonly fetchFile: FetchFile
  readonly reply: EdgeReply
  readonly base?: Readonly<Record<string, string>>
}

async function sendFile(
  name: string,
  headers: Readonly<Record<string, string>>,
  etag: string,
  { manifest, fetchFile, reply, base }: Sending,
): Promise<Response | undefined> {
  if (reply.has(etag)) return reply.notModified(validatedHeaders(headers, reply.matchedEtag(etag), base))
  const encoding = siblingOf(name, manifest, reply)
  const sibling = encoding && (await fetchFile(name + siblingExtensions[encoding]))
  // If the server sets Content-Encoding itself, fetch decompresses the body.
  if (encoding && sibling?.ok && !sibling.headers.has('content-encoding'))
    return reply.send(
      200,
      { ...validatedHeaders(headers, encodedEtag(etag, encoding), base), 'content-encoding': encoding },
      sibling,
    )
  const found = await fetchFile(name)
  return found.ok ? reply.send(200, validatedHeaders(headers, etag, base), found) : undefined
}

/** Returns the client's encoding if the tree may have the file in it. */
function siblingOf(name: string, { encodings = [] }: Manifest, reply: EdgeReply): SiblingEncoding | undefined {
  if (name.endsWith('.png')) return undefined
  return encodings.find((one) => one === reply.encoding)
}
