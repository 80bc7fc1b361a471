// nginx, the tree and the service together, as `npm run publish:nginx` configures it.
import { describe } from 'vitest'
import { hasNginx, openNginxFixture } from './nginx-service.ts'
import { describeMatrix } from './url-matrix.ts'

/** What nginx cannot decode it refuses before anybody is asked. */
const undecodable = /^[^?]*%(00|(?![0-9A-Fa-f]{2}))|\.\.%2f/i

describe.skipIf(!hasNginx)('nginx', () => {
  describeMatrix({ name: 'nginx', open: openNginxFixture, refusesItself: (target) => undecodable.test(target) })
})
