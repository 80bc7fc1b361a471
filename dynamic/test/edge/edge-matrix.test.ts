// The URL matrix against edge, files and origin. The deployed bundle runs in Deno.
import { openEdgeFixture } from './edge-service.ts'
import { describeMatrix } from './url-matrix.ts'

describeMatrix({ name: 'edge', open: openEdgeFixture })
