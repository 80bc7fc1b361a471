// The order in which suites begin.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Suites that take longer than their size suggests. If they began last, they would run alone at the end. */
const longest = ['dynamic/test/rigs/faults.test.ts', 'dynamic/test/http/held-thread.test.ts']

/** Starts the longest suites of a project before its others. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const byProject = Map.groupBy(sorted, ({ project }) => project)
    return [...byProject.values()].flatMap((ofProject) => {
      const first = ofProject.filter(({ moduleId }) => longest.some((path) => moduleId.endsWith(`/${path}`)))
      return [...new Set([...first, ...ofProject])]
    })
  }
}
