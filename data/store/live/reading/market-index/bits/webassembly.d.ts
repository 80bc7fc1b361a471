/** The part of the WebAssembly API that is used here. The types of Node 22 and of ES2024 lack it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module)
    readonly exports: unknown
  }
}
