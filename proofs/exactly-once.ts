import type { Proof } from './proof.ts'
import { effectsUnderChaos } from './support/effects-under-chaos.ts'
import { notTested } from './support/not-tested.ts'

export const exactlyOnce: Proof = {
  name: 'exactly-once',
  sentence:
    'Nothing accepted is lost and no effect happens twice, while workers and PostgreSQL are killed and stopped.',
  async run(log, signal) {
    const result = await effectsUnderChaos(true, log, signal)
    const { jobs, followUps, unacknowledged, ...happened } = result
    const broken = [
      ...notTested(result),
      ...(result.refusedCommits > 0 ? [] : ['not put to the test: no worker tried to commit after its lease was lost']),
    ]
    const expectNone = (count: number, what: string) => {
      if (count > 0) broken.push(`${count} ${what}`)
    }
    for (const [tally, name] of [
      [jobs, 'jobs'],
      [followUps, 'follow-ups'],
    ] as const) {
      expectNone(tally.lost, `${name} were accepted and had no effect`)
      expectNone(tally.doubled, `effects of ${name} happened again`)
      expectNone(tally.accepted - tally.succeeded, `${name} were accepted and are not shown as succeeded`)
    }
    expectNone(followUps.withoutCause, 'follow-ups ran without the effect that they were committed with')
    expectNone(unacknowledged.doubled, 'effects of unacknowledged jobs happened again')
    expectNone(happened.workersEnded, 'workers ended by themselves')
    return { counts: { ...jobs, ...happened, followUps, unacknowledged }, broken }
  },
}
