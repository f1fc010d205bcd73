import type { Proof } from './proof.ts'
import { effectsUnderChaos } from './support/effects-under-chaos.ts'
import { notTested } from './support/not-tested.ts'

export const noFence: Proof = {
  name: 'no-fence',
  sentence: 'The proof above can fail: with the fence switched off, the same run finds effects that happened twice.',
  async run(log, signal) {
    const result = await effectsUnderChaos(false, log, signal)
    const { jobs, followUps, unacknowledged, ...happened } = result
    const broken = notTested(result)
    if (jobs.doubled + followUps.doubled === 0)
      broken.push('no doubled effect was found, so nothing shows that one would be')
    return { counts: { ...jobs, ...happened, followUps, unacknowledged }, broken }
  },
}
