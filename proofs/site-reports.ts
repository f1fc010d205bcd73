import type { Proof } from './proof.ts'
import { siteReportsUnderKills } from './support/site-reports-under-kills.ts'

export const siteReportsProof: Proof = {
  name: 'site-reports',
  sentence:
    'Each site gets its report once, and nobody inside of the network is called, while workers are killed in every stage.',
  async run(log, signal) {
    const result = await siteReportsUnderKills(log, signal)
    const broken: string[] = []
    const expectNone = (count: number, what: string) => {
      if (count > 0) broken.push(`${count} ${what}`)
    }
    expectNone(result.inTwoStages, 'reports were in two stages, or through one of them twice')
    expectNone(result.stuck, 'reports did not end')
    expectNone(result.wrong, 'reports ended otherwise than they should')
    expectNone(result.unexplainedModelCalls, 'calls of the model were repeated where nobody was killed')
    expectNone(result.privateAddressesReached, 'connections were made to an address inside of the network')
    expectNone(result.workersEnded, 'workers ended by themselves')
    if (result.mostRetries > 3) broken.push(`a report had ${result.mostRetries} retries, and 3 are the most`)
    if (result.reports + result.refused !== result.sites) {
      broken.push(`${result.reports} reports and ${result.refused} refusals are not ${result.sites} sites`)
    }
    const wanted: readonly (readonly [enough: boolean, what: string])[] = [
      [result.fewestKills >= 2, `a place had ${result.fewestKills} kills, and 2 are the least`],
      [result.reclaimed >= 1, 'no job was taken back from a killed worker'],
      [result.retries >= 1, 'no report that was taken back counted a retry'],
      [result.refused >= 1, 'no site led inside of the network'],
    ]
    broken.push(...wanted.filter(([enough]) => !enough).map(([, what]) => `not put to the test: ${what}`))
    return { counts: result, broken }
  },
}
