import { createPawl, defineJob } from 'pawl'
import { z } from 'zod'
import type { Pile } from './pile.ts'

const dayMs = 86_400_000
const other = defineJob({
  type: 'other',
  body: z.object({ n: z.number() }),
  key: ({ n }) => String(n),
  group: ({ n }) => `group ${n % 1000}`,
  run() {},
})

/** Jobs that use what plain jobs have nothing to do with, and of which a tenth waits for others. */
export const others: Pile = {
  name: 'drain of plain jobs beside keys, groups and waiting jobs',
  atLeast: 0.95,
  async pile({ database }, { quick }) {
    const count = quick ? 2_000 : 50_000
    const pawl = createPawl({ url: database.url, jobs: [other] })
    const bodies = Array.from({ length: count }, (_, n) => ({ n }))
    const [first] = await pawl.enqueueMany(other, bodies.slice(0, count * 0.9), { delayMs: dayMs })
    await pawl.enqueueMany(other, bodies.slice(count * 0.9), { after: [first!.id] })
    await pawl.stop()
  },
}
