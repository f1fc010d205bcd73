import type { Proof } from './proof.ts'
import { itemsUnderKills } from './support/items-under-kills.ts'

export const stages: Proof = {
  name: 'stages',
  sentence: 'Each item goes through each stage once in effect, while workers are killed in every stage.',
  async run(log, signal) {
    const result = await itemsUnderKills(log, signal)
    const broken: string[] = []
    const expectNone = (count: number, what: string) => {
      if (count > 0) broken.push(`${count} ${what}`)
    }
    expectNone(result.doubled, 'moves took effect twice')
    expectNone(result.missing, 'moves are missing')
    expectNone(result.unfinished, 'items are not through')
    expectNone(result.workersEnded, 'workers ended by themselves')
    if (result.refusedSubmits !== result.items) {
      broken.push(`${result.refusedSubmits} of ${result.items} second submits were refused`)
    }
    if (result.fewestKills < 3) {
      broken.push(`not put to the test: a place had ${result.fewestKills} kills, and 3 are the least`)
    }
    return { counts: result, broken }
  },
}
