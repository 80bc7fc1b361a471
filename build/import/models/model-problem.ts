import { validateBytes } from 'gltf-validator'

/** Maximum memory that a model's accessors may take in a viewer: eight times the maximum file size. */
const maxAccessorBytes = 256 * 1024 * 1024
const headerBytes = 20
const lengthAt = 12
const componentBytes: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 }
const components: Readonly<Record<string, number>> = {
  ...{ SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 },
  ...{ MAT2: 4, MAT3: 9, MAT4: 16 },
}

interface Accessor {
  readonly count?: number
  readonly type?: string
  readonly componentType?: number
}

/** Why the bytes are not a valid binary glTF model; undefined if they are. */
export async function problemOfModel(bytes: Uint8Array): Promise<string | undefined> {
  try {
    if (accessorBytes(bytes) > maxAccessorBytes)
      return `its accessors have more than ${maxAccessorBytes / 1024 ** 2} MB`
    const { issues, mimeType } = await validateBytes(new Uint8Array(bytes))
    if (mimeType !== 'model/gltf-binary') return `it is ${mimeType}`
    return issues.numErrors > 0 ? (issues.messages[0]?.message ?? 'it has errors') : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Memory that the accessors take. It is not bounded by the file: accessors without a buffer, or with a few sparse values,
 * are filled with zeros. Returns 0 for bytes that the validator rejects.
 */
function accessorBytes(bytes: Uint8Array): number {
  if (bytes.length < headerBytes) return 0
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(lengthAt, true)
  const json = new TextDecoder().decode(bytes.subarray(headerBytes, headerBytes + length))
  const accessors = accessorsIn(json)
  return accessors.reduce(
    (sum, { count = 0, type, componentType }) =>
      sum + count * (components[type ?? ''] ?? 0) * (componentBytes[componentType ?? 0] ?? 0),
    0,
  )
}

function accessorsIn(json: string): readonly Accessor[] {
  try {
    const { accessors } = JSON.parse(json) as { accessors?: unknown }
    return Array.isArray(accessors) ? (accessors as unknown[]).filter(isObject) : []
  } catch {
    return []
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
