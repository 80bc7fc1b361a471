// Edge, files and origin together. The very bundle runs, in Deno.
import { openEdgeHouse } from './edge-house.ts'
import { describeMatrix } from './url-matrix.ts'

describeMatrix({ name: 'edge', open: openEdgeHouse })
