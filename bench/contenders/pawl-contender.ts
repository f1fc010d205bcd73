import { createPawl, defineSource, type Pawl, type QueueOptions, type SourceOptions, type WorkerOptions } from 'pawl'
import { benchJob } from './bench-job.ts'
import type { Contender, ContenderOptions, Handle } from './contender.ts'
import { until } from './until.ts'

type Settings = QueueOptions & { readonly worker?: WorkerOptions; readonly source?: SourceOptions }

/** Settings: those of its queue, `worker` for its worker, and `source` for whom its jobs may call. */
export function pawlContender({ url, settings }: ContenderOptions): Contender {
  const { worker, source, ...queue } = settings as Settings
  const sources = source === undefined ? [] : [defineSource(source)]
  let handle: Handle = () => {}
  let pawl: Pawl | undefined
  const job = benchJob((n, insert) => handle(n, insert), source?.name)
  const open = () => {
    pawl ??= createPawl({
      url,
      jobs: [job],
      sources,
      queues: { bench: queue },
      ...(worker === undefined ? {} : { worker }),
    })
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
