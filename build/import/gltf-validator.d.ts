declare module 'gltf-validator' {
  /** Rejects with a string when the bytes are not glTF at all. */
  export function validateBytes(bytes: Uint8Array): Promise<{
    mimeType: string
    issues: { numErrors: number; messages: { code: string; message: string; severity: number }[] }
  }>
}
