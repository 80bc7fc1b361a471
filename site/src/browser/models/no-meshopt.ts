// In place of three's meshopt decoder, which compiles WebAssembly as soon as it is imported: the pages' policy forbids
// that, and the viewer uses the decoder only where it is reported where one lies.
export const MeshoptDecoder = { supported: false, ready: Promise.resolve() }
