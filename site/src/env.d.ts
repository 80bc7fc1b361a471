/// <reference types="astro/client" />
declare namespace App {
  interface Locals {
    /** Asks the API in this process, as a page of somebody else would over HTTP. */
    readonly ask: import('./lib/ask.ts').Ask
    readonly api: import('../../data/api/api.ts').Api
    readonly hasSignIn: boolean
    readonly patches: import('../../data/api/patches.ts').PatchIndex
  }
}
