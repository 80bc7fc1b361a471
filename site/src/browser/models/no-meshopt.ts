// Replaces three's meshopt decoder, which compiles WebAssembly when it is imported: the content security policy forbids
// that, and the viewer only uses a decoder if it is given the URL of one.
export const MeshoptDecoder = { supported: false, ready: Promise.resolve() }
