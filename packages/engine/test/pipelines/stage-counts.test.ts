import { expect, test } from 'vitest'
import { defineStages, fixed, PermanentError, type StageItem, stage } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const { url } = database
const retry = { attempts: 1, backoff: fixed({ delayMs: 1 }) }
let count = 0

/** Two stages; items called `bad` fail in the second one. */
function twoStages() {
  return defineStages(`counted-${++count}`, [
    stage('first', { retry, run: () => 'ran' }),
    stage('second', {
      retry,
      run({ item }: StageItem) {
        if (item === 'bad') throw new PermanentError('not this one')
        return 'ran'
      },
    }),
  ])
}

test('an item whose job was cancelled has ended: its row says so, and it is not counted as under way', async () => {
  const report = twoStages()
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  // before anybody claims: a claim that is under way when a queue is paused may still take what comes right after
  await pawl.queues.pause(`${report.name}.first`)
  await pawl.start()
  const one = await pawl.pipelines.submit(report, 'one', {})
  await pawl.pipelines.submit(report, 'two', {})
  await pawl.pipelines.submit(report, 'three', {})
  await pawl.cancel(one.job)
  expect(await pawl.pipelines.stages(report)).toMatchObject([{ stage: 'first', open: 2, failed: 0 }, { open: 0 }])
  // as one does who empties a queue
  await pawl.cancelMany({ queue: `${report.name}.first` })
  expect(await pawl.pipelines.stages(report)).toMatchObject([
    { line: 'first: 0 under way, 0 done in 24 h', open: 0 },
    { open: 0 },
  ])
  const items = await database.sql('select ended_as, reason from pawl.pipeline_item where pipeline = $1', [report.name])
  expect(items).toEqual(items.map(() => ({ ended_as: 'cancelled', reason: 'job-cancelled' })))
  await pawl.queues.resume(`${report.name}.first`)
  expect(await pawl.pipelines.submit(report, 'one', {})).toMatchObject({ taken: true })
})

test('an item that waits for its time as a job is ended by cancelling that, too', async () => {
  const report = defineStages('put-off', [stage('only', { run: (_, job) => job.defer(3_600_000) })])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  const { job } = await pawl.pipelines.submit(report, 'one', {})
  await pawl.drain({ keepOpen: true })
  expect((await pawl.job(job))?.status).toBe('scheduled')
  await pawl.cancel(job)
  expect(await pawl.pipelines.get(report, 'one')).toMatchObject({ state: 'cancelled', reason: 'job-cancelled' })
})

test('an item has failed while its dead letter is there or was discarded, and not while its replay waits', async () => {
  const report = twoStages()
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  const second = async () => (await pawl.pipelines.stages(report))[1]
  await pawl.pipelines.submit(report, 'bad', {})
  await pawl.pipelines.submit(report, 'good', {})
  await pawl.drain({ keepOpen: true })
  expect(await second()).toMatchObject({ line: 'second: 0 under way, 1 done in 24 h, 1 failed', open: 1, failed: 1 })
  const { job } = (await pawl.pipelines.get(report, 'bad'))!
  await pawl.deadLetters.replay(job)
  expect(await second()).toMatchObject({ open: 1, failed: 0 })
  await pawl.drain({ keepOpen: true })
  expect(await second()).toMatchObject({ open: 1, failed: 1 })
  await pawl.deadLetters.discard([(await pawl.pipelines.get(report, 'bad'))!.job])
  expect(await second()).toMatchObject({ open: 1, failed: 1 })
  expect(await pawl.pipelines.get(report, 'bad')).toMatchObject({ state: 'failed' })
})

test('an item whose job has left history has failed, and is not under way', async () => {
  const report = twoStages()
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await pawl.pipelines.submit(report, 'bad', {})
  await pawl.drain({ keepOpen: true })
  const { job } = (await pawl.pipelines.get(report, 'bad'))!
  // what retention leaves of it, once its letter was discarded
  await database.sql('delete from pawl.dead')
  await database.sql(`update pawl.pipeline_item set job_id = -1 where item = 'bad' and 'job_' || job_id = $1`, [job])
  expect(await pawl.pipelines.get(report, 'bad')).toMatchObject({ state: 'failed' })
  expect((await pawl.pipelines.stages(report))[1]).toMatchObject({ open: 1, failed: 1 })
})

test.each(['tried again', 'submitted anew', 'removed'])(
  'the dead letter of an item that was %s is discarded: to replay it would do nothing',
  async (how) => {
    const report = twoStages()
    const pawl = testPawl({ url, jobs: [], pipelines: [report] })
    const discarded: string[] = []
    pawl.on('job.discard', ({ id }) => discarded.push(id))
    await pawl.pipelines.submit(report, 'bad', {})
    await pawl.drain({ keepOpen: true })
    const letter = (await pawl.pipelines.get(report, 'bad'))!.job
    // its replay dies too: the letter at the end of the chain is the open one
    const { id } = await pawl.deadLetters.replay(letter)
    await pawl.drain({ keepOpen: true })
    expect(await pawl.deadLetters.list({ type: `${report.name}.second` })).toMatchObject([{ id }])
    await database.sql(`update pawl.pipeline_item set job_id = substr($1, 5)::bigint where pipeline = $2`, [
      ...[letter, report.name],
    ])
    if (how === 'tried again') await pawl.pipelines.retry(report, 'bad')
    else if (how === 'submitted anew') await pawl.pipelines.submit(report, 'bad', {})
    else await pawl.pipelines.remove(report, 'bad')
    expect(await pawl.deadLetters.list({ type: `${report.name}.second` })).toEqual([])
    expect(discarded).toEqual([id])
  },
)

test('what a stage has done is counted for a day, or for the time that is asked for', async () => {
  const report = twoStages()
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  for (const item of ['today', 'an hour ago', 'last week']) await pawl.pipelines.submit(report, item, {})
  await pawl.drain({ keepOpen: true })
  const age = (item: string, interval: string) =>
    database.sql('update pawl.pipeline_result set at = at - $3::interval where pipeline = $1 and item = $2', [
      ...[report.name, item, interval],
    ])
  await age('an hour ago', '61 minutes')
  await age('last week', '7 days')
  expect((await pawl.pipelines.stages(report))[0]).toMatchObject({ done: 2, lately: 1 })
  const [lately] = await pawl.pipelines.stages(report, { withinMs: 60 * 60_000 })
  expect(lately).toMatchObject({ done: 1, line: 'first: 0 under way, 1 done in 60 min' })
  expect((await pawl.pipelines.stages(report, { withinMs: 30 * 24 * 3_600_000 }))[0]).toMatchObject({ done: 3 })
  await expect(pawl.pipelines.stages(report, { withinMs: 0 })).rejects.toThrow('withinMs must be')
  await expect(pawl.pipelines.stages(report, { within: 5 } as never)).rejects.toThrow("did you mean 'withinMs'?")
})
