import type { Backlog } from '../harness/backlog.ts'
import type { Pile } from './pile.ts'

const priorities = [3, 4, 5, 6, 7]
const chunk = 1_000
const dayMs = 86_400_000

/** As many of each, a thousand at a time. */
async function fillMixed(backlog: Backlog, count: number): Promise<void> {
  for (let i = 0; i < count / chunk; i++) {
    await backlog.fill(Math.min(chunk, count - i * chunk), { priority: priorities[i % priorities.length]! })
  }
}

export const mixed: Pile = {
  name: 'drain, 1 million in 5 priorities and 500,000 scheduled',
  atLeast: 0.9,
  async pile(backlog, { quick }) {
    await fillMixed(backlog, quick ? 20_000 : 1_000_000)
    await backlog.fill(quick ? 10_000 : 500_000, { delayMs: dayMs })
  },
  refill: fillMixed,
}
