import { createPawl, type Pawl, type QueueOptions, type WorkerOptions } from 'pawl'
import { benchJob } from './bench-job.ts'
import type { Contender, ContenderOptions, Handle } from './contender.ts'
import { until } from './until.ts'

/** Settings: those of its queue, and `worker` for its worker. */
export function pawlContender({ url, settings }: ContenderOptions): Contender {
  const { worker, ...queue } = settings as QueueOptions & { readonly worker?: WorkerOptions }
  let handle: Handle = () => {}
  let pawl: Pawl | undefined
  const job = benchJob((n, insert) => handle(n, insert))
  const open = () => {
    pawl ??= createPawl({ url, jobs: [job], queues: { bench: queue }, ...(worker === undefined ? {} : { worker }) })
    return pawl
  }
  const succeeded = () =>
    open()
      .counts.filter(({ name, labels }) => name === 'job.settle' && labels.outcome === 'succeeded')
      .reduce((sum, { count }) => sum + count, 0)

  return {
    install: () => open().migrate(),
    enqueue: (n) => open().enqueue(job, { n }),
    enqueueMany: (numbers) =>
      open().enqueueMany(
        job,
        numbers.map((n) => ({ n })),
      ),
    start(given) {
      handle = given
      return open().start()
    },
    settled: (handled) => until(() => succeeded() >= handled),
    async stop() {
      await pawl?.stop()
      pawl = undefined
    },
  }
}
