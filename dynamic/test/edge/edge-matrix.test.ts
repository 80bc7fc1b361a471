// Edge, files and origin together. The very bundle runs, in Deno.
import { openEdgeFixture } from './edge-service.ts'
import { describeMatrix } from './url-matrix.ts'

describeMatrix({ name: 'edge', open: openEdgeFixture })
