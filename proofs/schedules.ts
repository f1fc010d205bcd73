import type { Proof } from './proof.ts'
import { ticksUnderKills } from './support/ticks-under-kills.ts'

export const schedules: Proof = {
  name: 'schedules',
  sentence: 'Each tick of a schedule fires once, while the processes that fire are killed in the middle of it.',
  async run(log, signal) {
    const result = await ticksUnderKills(log, signal)
    const { due } = result
    const broken: string[] = []
    const expectNone = (count: number, what: string) => {
      if (count > 0) broken.push(`${count} ${what}`)
    }
    expectNone(result.doubled, 'jobs were enqueued for a tick that had one')
    expectNone(result.missed, 'ticks have no job')
    expectNone(result.strays, 'jobs were enqueued for an instant that is no tick')
    expectNone(due.doubled, 'jobs were enqueued for a row that had one')
    expectNone(due.missed, 'rows were advanced without a job')
    expectNone(result.workersEnded, 'workers ended by themselves')
    const wanted: readonly (readonly [enough: boolean, what: string])[] = [
      [result.ticks >= 100, `${result.ticks} ticks have come, and 100 are the least`],
      [due.advanced >= 200, `${due.advanced} rows were due, and 200 are the least`],
      [result.kills >= 20, `${result.kills} workers were killed while firing, and 20 are the least`],
      [result.takenOver >= 5, `${result.takenOver} ticks were taken over from a killed worker, and 5 are the least`],
    ]
    broken.push(...wanted.filter(([enough]) => !enough).map(([, what]) => `not put to the test: ${what}`))
    return { counts: result, broken }
  },
}
