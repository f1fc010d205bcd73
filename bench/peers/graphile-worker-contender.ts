import { Logger, makeWorkerUtils, type Runner, run, type WorkerUtils } from 'graphile-worker'
import pg from 'pg'
import { type Contender, type ContenderOptions, type Handle, insertEffect } from '../contenders/contender.ts'
import { until } from '../contenders/until.ts'

/** Its own logger prints a line a job. */
const logger = new Logger(() => () => {})

export function graphileWorkerContender({ url, settings }: ContenderOptions): Contender {
  const preset = { worker: { connectionString: url, ...settings } }
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  let opened: Promise<WorkerUtils> | undefined
  let runner: Runner | undefined
  const utils = () => {
    opened ??= makeWorkerUtils({ preset, logger })
    return opened
  }
  const taskList = (handle: Handle) => ({
    bench: (payload: unknown, helpers: { query(text: string, values: unknown[]): Promise<unknown> }) => {
      const { n } = payload as { n: number }
      return handle(n, () => helpers.query(insertEffect, [n])) as Promise<void>
    },
  })

  return {
    install: async () => (await utils()).migrate(),
    enqueue: async (n) => (await utils()).addJob('bench', { n }),
    enqueueMany: async (numbers) =>
      (await utils()).addJobs(numbers.map((n) => ({ identifier: 'bench', payload: { n } }))),
    async start(handle) {
      runner = await run({ preset, logger, noHandleSignals: true, crontab: '', taskList: taskList(handle) })
    },
    // a finished job is deleted
    settled: () => until(async () => (await pool.query('select from graphile_worker.jobs limit 1')).rowCount === 0),
    async stop() {
      await runner?.stop()
      await opened?.then((open) => open.release())
      await pool.end()
    },
  }
}
