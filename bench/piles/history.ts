import { makeHistory } from './make-history.ts'
import type { Pile } from './pile.ts'

/** Ten million attempts, as many outcomes and the leases to them lie under the jobs that are drained. */
export const history: Pile = {
  name: 'drain with 10 million rows of history',
  atLeast: 0.95,
  async pile(backlog, { quick }) {
    // history continues what a worker has begun
    await backlog.drain(1)
    await makeHistory(backlog.database.pool, quick ? 20_000 : 10_000_000)
  },
}
