import type { Proof } from './proof.ts'
import { chaptersUnderKills } from './support/chapters-under-kills.ts'

export const chaptersProof: Proof = {
  name: 'chapters',
  sentence: 'Each chapter that comes out is known once and told once, while the workers that poll for it are killed.',
  async run(log, signal) {
    const result = await chaptersUnderKills(log, signal)
    const broken: string[] = []
    const expectNone = (count: number, what: string) => {
      if (count > 0) broken.push(`${count} ${what}`)
    }
    expectNone(result.duplicates, 'rows are there that nobody published')
    expectNone(result.missing, 'chapters and uploads are not known')
    expectNone(result.doubledNotifications, 'notifications were not owed')
    expectNone(result.missedNotifications, 'notifications are missing')
    expectNone(result.latestWrong, 'series have a wrong latest chapter')
    expectNone(result.limitExceeded, 'requests were too many for the service')
    expectNone(result.workersEnded, 'workers ended by themselves')
    const wanted: readonly (readonly [enough: boolean, what: string])[] = [
      [result.published >= 300, `${result.published} chapters came out, and 300 are the least`],
      [result.notifications >= 1_000, `${result.notifications} notifications were written, and 1,000 are the least`],
      [result.kills >= 10, `${result.kills} workers were killed, and 10 are the least`],
      [result.reclaimed >= 1, 'no job was taken back from a killed worker'],
    ]
    broken.push(...wanted.filter(([enough]) => !enough).map(([, what]) => `not put to the test: ${what}`))
    return { counts: result, broken }
  },
}
