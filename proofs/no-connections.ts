import type { Proof } from './proof.ts'
import { jobsWithoutConnections } from './support/jobs-without-connections.ts'

/** Fewer deferrals than this, and the promise was not put to the test. */
const leastDeferred = { full: 20, restarts: 20 }

export const noConnections: Proof = {
  name: 'no-connections',
  sentence: 'Jobs with one attempt survive a server that is full for 20 s and ten restarts of PostgreSQL.',
  async run(log, signal) {
    const { counts, deferred, unfinished, workersEnded } = await jobsWithoutConnections(log, signal)
    const broken: string[] = []
    const expect = (holds: boolean, what: string) => void (holds || broken.push(what))
    expect(counts.deadLetters === 0, `${counts.deadLetters} jobs became dead letters`)
    expect(counts.attemptsUsed === 0, `${counts.attemptsUsed} attempts were used`)
    expect(counts.lost === 0, `${counts.lost} jobs were accepted and had no effect`)
    expect(counts.doubled === 0, `${counts.doubled} effects happened again`)
    expect(counts.succeeded === counts.jobs, `${counts.jobs - counts.succeeded} jobs are not shown as succeeded`)
    expect(unfinished === 0, `${unfinished} jobs have not ended`)
    expect(workersEnded === 0, `${workersEnded} workers ended by themselves`)
    for (const when of ['full', 'restarts'] as const) {
      expect(deferred[when] >= leastDeferred[when], `not put to the test: ${deferred[when]} deferrals (${when})`)
    }
    return { counts, broken }
  },
}
