// nginx, the tree and the service together, as `npm run publish:nginx` configures it.
import { describe } from 'vitest'
import { nginxIsThere, openNginxHouse } from './nginx-house.ts'
import { describeMatrix } from './url-matrix.ts'

/** What nginx cannot decode it refuses before anybody is asked. */
const undecodable = /^[^?]*%(00|(?![0-9A-Fa-f]{2}))|\.\.%2f/i

describe.skipIf(!nginxIsThere)('nginx', () => {
  describeMatrix({ name: 'nginx', open: openNginxHouse, refusesItself: (target) => undecodable.test(target) })
})
