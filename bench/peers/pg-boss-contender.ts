import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Contender, ContenderOptions } from '../contenders/contender.ts'
import { until } from '../contenders/until.ts'

const queue = 'bench'

/** Settings: `boss` and `queue` for all processes, `work` for its workers. */
export function pgBossContender({ url, settings }: ContenderOptions): Contender {
  const { boss: bossOptions, queue: queueOptions, work = {} } = settings as Record<string, object | undefined>
  const boss = new PgBoss({ connectionString: url, ...bossOptions })
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  boss.on('error', (error: unknown) => console.error(error))
  let opened: Promise<unknown> | undefined
  const open = () => {
    opened ??= boss.start()
    return opened
  }
  const isOpen = `select from pgboss.job where name = $1 and state in ('created', 'retry', 'active') limit 1`

  return {
    async install() {
      await open()
      await boss.createQueue(queue, { ...queueOptions })
    },
    enqueue: async (n) => {
      await open()
      return boss.send(queue, { n })
    },
    enqueueMany: async (numbers) => {
      await open()
      return boss.insert(
        queue,
        numbers.map((n) => ({ data: { n } })),
      )
    },
    async start(handle) {
      await open()
      const none = () => Promise.reject(new Error('no handler of pg-boss inserts here'))
      return boss.work(queue, work, async (jobs: readonly { data: { n: number } }[]) => {
        for (const job of jobs) await handle(job.data.n, none)
      })
    },
    settled: () => until(async () => (await pool.query(isOpen, [queue])).rowCount === 0),
    async stop() {
      await boss.stop({ graceful: false })
      await pool.end()
    },
  }
}
