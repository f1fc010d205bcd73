import type { Proof } from './proof.ts'
import { coinPricesUnderKills } from './support/coin-prices-under-kills.ts'

export const coinPricesProof: Proof = {
  name: 'coin-prices',
  sentence:
    'Each job is done once and coins are valued as accurately as claimed, while workers are killed as they collect.',
  async run(log, signal) {
    const result = await coinPricesUnderKills(log, signal)
    const { counts } = result
    const expected: readonly (readonly [holds: boolean, what: string])[] = [
      [counts.done === counts.jobs, `${counts.jobs - counts.done} jobs are not done, ${result.failed} of them failed`],
      [counts.doubled === 0, `${counts.doubled} jobs were done twice`],
      [counts.duplicatePoints === 0, `${counts.duplicatePoints} price points exist more than once`],
      [counts.quotaExceeded === 0, `${counts.quotaExceeded} calls exceeded a quota`],
      [counts.tokensFetched === 1, `${counts.tokensFetched} tokens were fetched for each scope; expected 1`],
      [result.staleValuations === 0, `${result.staleValuations} valuations are out of date`],
      [counts.medianError <= 0.05, `the median error is ${counts.medianError}; the maximum is 0.05`],
      [counts.coverage >= 0.75 && counts.coverage <= 0.85, `the coverage is ${counts.coverage}; expected 0.75 to 0.85`],
      [result.workersEnded === 0, `${result.workersEnded} workers ended by themselves`],
    ]
    const tested: readonly (readonly [enough: boolean, what: string])[] = [
      [result.coins >= 200, `${result.coins} coins; the minimum is 200`],
      [result.fewestKills >= 2, `a place had ${result.fewestKills} kills; the minimum is 2`],
      [result.reclaimed >= 1, 'no job was reclaimed from a killed worker'],
      [result.overQuota >= 1, 'no job waits for a quota'],
    ]
    const broken = [
      ...expected.filter(([holds]) => !holds).map(([, what]) => what),
      ...tested.filter(([enough]) => !enough).map(([, what]) => `not put to the test: ${what}`),
    ]
    return { counts, broken }
  },
}
