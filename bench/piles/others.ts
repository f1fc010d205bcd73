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

/** Jobs that use what plain jobs have nothing to do with. A tenth waits for others: half of these for one, the others each for one of its own. */
export const others: Pile = {
  name: 'drain of plain jobs beside keys, groups and waiting jobs',
  atLeast: 0.95,
  async pile({ database }, { quick }) {
    const count = quick ? 2_000 : 50_000
    const [scheduled, waiting] = [count * 0.9, count * 0.05]
    const pawl = createPawl({ url: database.url, jobs: [other] })
    const bodies = Array.from({ length: count }, (_, n) => ({ n }))
    const enqueued = await pawl.enqueueMany(other, bodies.slice(0, scheduled), { delayMs: dayMs })
    await pawl.enqueueMany(other, bodies.slice(scheduled, scheduled + waiting), { after: [enqueued[0]!.id] })
    const each = bodies.slice(scheduled + waiting)
    await Promise.all(each.map((body, i) => pawl.enqueue(other, body, { after: [enqueued[i]!.id] })))
    await pawl.stop()
  },
}
