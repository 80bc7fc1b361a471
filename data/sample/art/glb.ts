import { Document, WebIO, type Buffer as Binary, type Mesh } from '@gltf-transform/core'
import type { Part } from './model-text.ts'
import { model, modelColors } from './models.ts'
import { normalOf, type Solid } from './solids.ts'

// glTF wants linear light.
const linear = (color: string): [number, number, number, number] => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2)
  return [r, g, b, 1]
}

/** Faces keep their own corners, as their edges shall be seen. */
function geometry(solids: readonly Solid[]) {
  const positions: number[] = []
  const normals: number[] = []
  const indices: number[] = []
  for (const face of solids.flat()) {
    const normal = normalOf(face)
    if (!normal) continue
    const first = positions.length / 3
    for (const corner of face) {
      positions.push(...corner)
      normals.push(...normal)
    }
    for (let at = 1; at < face.length - 1; at++) indices.push(first, first + at, first + at + 1)
  }
  return {
    positions: new Float32Array(positions),
    normals: new Float32Array(normals),
    indices: new Uint16Array(indices),
  }
}

function addPart(
  document: Document,
  buffer: Binary,
  mesh: Mesh,
  part: Part,
  solids: readonly Solid[],
  color: string,
): void {
  const { positions, normals, indices } = geometry(solids)
  const material = document
    .createMaterial(part)
    .setBaseColorFactor(linear(color))
    .setMetallicFactor(0)
    .setRoughnessFactor(0.85)
  if (part === 'glow') material.setEmissiveFactor(linear(color).slice(0, 3) as [number, number, number])
  const accessor = (type: 'VEC3' | 'SCALAR', values: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(values).setBuffer(buffer)
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', positions))
    .setAttribute('NORMAL', accessor('VEC3', normals))
    .setIndices(accessor('SCALAR', indices))
    .setMaterial(material)
  mesh.addPrimitive(primitive)
}

/** The model of a family as binary glTF. */
export async function glb(family: string): Promise<Uint8Array> {
  const { body: bodies, trim: trims, glow: glows } = model(family)
  const [body, trim, glow] = modelColors[family] ?? []
  if (!body || !trim || !glow) throw new Error(`nobody has colored ${family}`)
  const document = new Document()
  const buffer = document.createBuffer()
  const mesh = document.createMesh(family)
  addPart(document, buffer, mesh, 'body', bodies, body)
  addPart(document, buffer, mesh, 'trim', trims, trim)
  addPart(document, buffer, mesh, 'glow', glows, glow)
  document.createScene(family).addChild(document.createNode(family).setMesh(mesh))
  return new WebIO().writeBinary(document)
}
