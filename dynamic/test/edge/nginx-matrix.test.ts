// The URL matrix against nginx, the tree and the service, with the configuration of `npm run publish:nginx`.
import { describe } from 'vitest'
import { hasNginx, openNginxFixture } from './nginx-service.ts'
import { describeMatrix } from './url-matrix.ts'

/** Targets that nginx cannot decode and refuses itself. */
const undecodable = /^[^?]*%(00|(?![0-9A-Fa-f]{2}))|\.\.%2f/i

describe.skipIf(!hasNginx)('nginx', () => {
  describeMatrix({ name: 'nginx', open: openNginxFixture, refusesItself: (target) => undecodable.test(target) })
})
