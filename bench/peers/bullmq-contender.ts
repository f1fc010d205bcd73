import { createPostgresBackend, Queue, Worker } from 'bullmq'
import type { Contender, ContenderOptions } from '../contenders/contender.ts'
import { until } from '../contenders/until.ts'

const name = 'bench'

/** BullMQ on Redis, or on PostgreSQL, as the URL says. Finished jobs are removed: its fastest way. */
export function bullmqContender({ url, settings }: ContenderOptions): Contender {
  const onRedis = url.startsWith('redis')
  const connection = onRedis ? { url } : { connectionString: url, migrate: true }
  const backend = onRedis ? [] : [createPostgresBackend]
  const options = { connection, prefix: 'pawl-bench' }
  const defaultJobOptions = { removeOnComplete: true, removeOnFail: true }
  let opened: Queue | undefined
  let worker: Worker | undefined
  const queue = () => {
    opened ??= new Queue(name, { ...options, defaultJobOptions }, ...backend)
    return opened
  }
  const none = () => Promise.reject(new Error('no handler of BullMQ inserts here'))

  return {
    async install() {
      await queue().waitUntilReady()
      await queue().obliterate({ force: true })
    },
    enqueue: (n) => queue().add(name, { n }),
    enqueueMany: (numbers) => queue().addBulk(numbers.map((n) => ({ name, data: { n } }))),
    async start(handle) {
      const run = async (job: { data: { n: number } }) => handle(job.data.n, none)
      worker = new Worker(name, run, { ...options, ...settings }, ...backend)
      worker.on('error', (error: unknown) => console.error(error))
      await worker.waitUntilReady()
    },
    settled: () =>
      until(async () => {
        const counts = await queue().getJobCounts('waiting', 'active', 'prioritized', 'delayed')
        return Object.values(counts).every((count) => count === 0)
      }),
    async stop() {
      await worker?.close(true)
      await opened?.close()
    },
  }
}
