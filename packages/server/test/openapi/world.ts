import { defineJob, definePhases, defineSchedule, defineSource, defineStages, type Pawl, phase, stage } from 'pawl'
import { z } from 'zod'
import { mail } from '../support/jobs.ts'
import { until } from '../support/until.ts'

const flaky = defineJob({
  type: 'flaky',
  queue: 'flaky',
  body: z.object({}),
  retry: { attempts: 5, backoff: () => 3_600_000 },
  run() {
    throw new Error('not yet')
  },
})
const daily = defineSchedule({ name: 'daily', job: mail, cron: '0 4 * * *', body: () => ({ to: 'all' }) })
const shop = defineSource({ name: 'shop', requestsPerMinute: 60 })
const report = defineStages('report', [
  stage('fetch', { run: () => 'a page' }),
  stage('ask', {
    run: ({ item }) => {
      if (item === 'bad') throw new Error('no answer')
      return 'an answer'
    },
    retry: { attempts: 1 },
  }),
])
const walked = new Set<number>()
const scan = definePhases('scan', [
  phase('walk', {
    undone: async (_tx, _subject, { after }) =>
      [{ id: 1 }, { id: 2 }].filter(({ id }) => !walked.has(id) && id > Number(after ?? 0)),
    key: ({ id }) => id,
    work({ id }) {
      if (id === 2) throw new Error('torn')
    },
    write: async (_tx, rows) => {
      for (const { row } of rows) walked.add(row.id)
    },
  }),
])

/** One of everything that the API shows. */
export const definitions = {
  jobs: [mail, flaky],
  schedules: [daily],
  sources: [shop],
  pipelines: [report, scan],
}

export type World = {
  readonly done: string
  readonly waiting: string
  readonly retryable: string
  readonly dead: readonly string[]
}

/** Lets it happen. */
export async function makeWorld(pawl: Pawl): Promise<World> {
  await pawl.start()
  const done = (await pawl.enqueue(mail, { to: 'ada' })).id
  const dead = (
    await pawl.enqueueMany(
      mail,
      Array.from({ length: 6 }, () => ({ to: 'bob', fail: true })),
    )
  ).map(({ id }) => id)
  const retryable = (await pawl.enqueue(flaky, {})).id
  const waiting = (await pawl.enqueue(mail, { to: 'carl' }, { delayMs: 3_600_000, key: 'carl' })).id
  await pawl.pipelines.submit(report, 'good', {})
  await pawl.pipelines.submit(report, 'bad', {})
  await pawl.pipelines.start(scan, 'library')
  await until('everything has happened', async () => {
    const states = await Promise.all([done, ...dead, retryable].map(async (id) => (await pawl.job(id))?.status))
    const items = await pawl.pipelines.items(report)
    const [run] = await pawl.pipelines.runs({ pipeline: 'scan' })
    return (
      states.join() === ['succeeded', ...dead.map(() => 'failed'), 'retryable'].join() &&
      items
        .map(({ state }) => state)
        .sort()
        .join() === 'done,failed' &&
      run?.endedAt != null &&
      (await pawl.schedules.list()).length === 1
    )
  })
  return { done, waiting, retryable, dead }
}
