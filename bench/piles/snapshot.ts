import type { Pile } from './pile.ts'

/**
 * The snapshot is older than the first job, so nothing that dies meanwhile can be vacuumed. What is sampled comes behind the first nine
 * tenths of 200,000 jobs, and goes on far beyond the last.
 */
export const snapshot: Pile = {
  name: 'drain of 200,000 with a snapshot held open, the last tenth',
  atLeast: 0.95,
  drained: (quick) => (quick ? 10_000 : 180_000),
  async pile(backlog) {
    const holder = await backlog.database.pool.connect()
    await holder.query('begin isolation level repeatable read')
    await holder.query('select pg_current_snapshot()')
    backlog.onClose(async () => {
      await holder.query('rollback')
      holder.release()
    })
  },
}
