import { type AppCommand, readId } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { lookUpNow } from '../api/look-up-now.ts'
import { unknownCoin } from '../api/not-found.ts'
import type { LookUpResult } from '../jobs/look-up.ts'
import { findCoin } from '../tables/listed-coins.ts'
import { workUnlessServed } from './work-unless-served.ts'

const waitMs = 120_000

export const lookUpCommand = (api: ApiOptions): AppCommand => ({
  name: 'look-up',
  summary: 'fill what is left open about a coin by its certificate; what was stated stays',
  args: ['<coin>'],
  examples: ['pawl coins look-up 12'],
  async run(context) {
    const { pawl, db, args, json, print, say } = context
    const id = readId('coin', args[0])
    if ((await findCoin(db, id)) === undefined) throw unknownCoin(id)
    const job = await lookUpNow(context, api, id)
    await workUnlessServed(context, 'coin-collect')
    const result = (await pawl.result(job, { timeoutMs: waitMs })) as LookUpResult
    if (json) print(JSON.stringify({ id, ...result }))
    else for (const line of linesOf(result)) say(`coin ${id}: ${line}`)
    return 0
  },
})

function linesOf(result: LookUpResult): readonly string[] {
  if (result.status === 'unknown-certificate') return ['its certificate is not known']
  if (result.status === 'skipped') return [result.reason === 'removed' ? 'it was removed' : 'it has no certificate']
  const { filled, conflicts } = result
  return [
    filled.length === 0 ? 'nothing was open that the certificate says' : `filled: ${filled.join(', ')}`,
    ...conflicts.map(({ field, typed, found }) => `${field} stays ${typed}; the certificate says ${found}`),
  ]
}
