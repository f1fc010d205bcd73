import type { Proof } from './proof.ts'
import { workBesideReaders } from './support/work-beside-readers.ts'

/** Handlers and server share this process, so requests cost the jobs some of its time. */
const mostJobP99Ms = 2_000
const mostServiceMs = 5_000

export const readers: Proof = {
  name: 'readers',
  sentence: 'Readers of the server in a loop, also those that leave, do not hold up jobs, schedules or services.',
  async run(log, signal) {
    const counts = await workBesideReaders(log, signal)
    const { beside, reads } = counts
    const broken: string[] = []
    const expect = (holds: boolean, why: string) => {
      if (!holds) broken.push(why)
    }
    expect(
      beside.jobP99Ms <= mostJobP99Ms,
      `the p99 of jobs is ${beside.jobP99Ms} ms, and ${mostJobP99Ms} is the limit`,
    )
    expect(beside.missedTicks <= 2, `${beside.missedTicks} ticks have not fired`)
    expect(
      beside.slowestServiceMs <= mostServiceMs,
      `a service was late by ${beside.slowestServiceMs} ms, and ${mostServiceMs} is the limit`,
    )
    expect(reads.failed === 0, `${reads.failed} reads failed other than with 503 and Retry-After`)
    expect(reads.answered >= 1_000, `not put to the test: ${reads.answered} reads, and 1000 are the least`)
    expect(reads.left >= 100, `not put to the test: ${reads.left} readers have left, and 100 are the least`)
    return { counts, broken }
  },
}
