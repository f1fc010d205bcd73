import type { Proof } from './proof.ts'
import { rowsUnderKills } from './support/rows-under-kills.ts'

export const phases: Proof = {
  name: 'phases',
  sentence: 'Each row is processed once in effect by each phase, while the worker is killed in every phase.',
  async run(log, signal) {
    const result = await rowsUnderKills(log, signal)
    const { crowd } = result
    const broken: string[] = []
    const expectNone = (count: number, what: string) => {
      if (count > 0) broken.push(`${count} ${what}`)
    }
    expectNone(result.doubled + crowd.doubled, 'rows were processed twice')
    expectNone(result.missing + crowd.missing, 'rows were not processed')
    expectNone(result.workersEnded, 'workers ended by themselves')
    if (result.secondRun !== result.added) {
      broken.push(`the second run processed ${result.secondRun} rows, and ${result.added} were left`)
    }
    if (crowd.started !== 1) broken.push(`${crowd.started} of ${crowd.processes} processes have started a run`)
    if (crowd.working !== 1) broken.push(`${crowd.working} processes have worked on one subject`)
    if (result.fewestKills < 2) {
      broken.push(`not put to the test: a place had ${result.fewestKills} kills, and 2 are the least`)
    }
    return { counts: result, broken }
  },
}
