import { expect, test } from 'vitest'
import { defineStages, stage } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const { url } = testDatabase()

function pipelineOf(name: string) {
  const ran: string[] = []
  const made = ['first', 'second', 'third'].map((each) => stage(each, { run: () => void ran.push(each) }))
  const pipeline = defineStages(name, made)
  const pawl = testPawl({ url, jobs: [], pipelines: [pipeline] })
  const drain = async () => {
    ran.length = 0
    await pawl.drain({ keepOpen: true })
    return [...ran]
  }
  return { pipeline, pawl, drain }
}

test('an item that is submitted from a stage begins there, with the results of the stages before it', async () => {
  const { pipeline, pawl, drain } = pipelineOf('again')
  await pawl.pipelines.submit(pipeline, 'one', {})
  await drain()
  await pawl.pipelines.submit(pipeline, 'one', { n: 2 }, { from: 'third' })
  expect(await drain()).toEqual(['third'])
  expect(await pawl.pipelines.get(pipeline, 'one')).toMatchObject({ state: 'done', input: { n: 2 } })
})

test('an item that is submitted from a stage begins at the first stage whose result is missing', async () => {
  const { pipeline, pawl, drain } = pipelineOf('never')
  const submitted = await pawl.pipelines.submit(pipeline, 'new', {}, { from: 'third' })
  expect(submitted).toMatchObject({ taken: true, stage: 'first' })
  expect(await drain()).toEqual(['first', 'second', 'third'])
})

test('an item that is under way stays in its stage, and a stage that does not exist is refused', async () => {
  const { pipeline, pawl } = pipelineOf('busy')
  await pawl.pipelines.submit(pipeline, 'one', {})
  expect(await pawl.pipelines.submit(pipeline, 'one', {}, { from: 'second' })).toMatchObject({
    taken: false,
    stage: 'first',
  })
  await expect(pawl.pipelines.submit(pipeline, 'one', {}, { from: 'secnd' })).rejects.toMatchObject({
    code: 'unknown-stage',
    message: expect.stringContaining('second'),
  })
})

test('the job that submits an item takes the stage, too', async () => {
  const { pipeline, pawl, drain } = pipelineOf('by-job')
  await pawl.pipelines.submit(pipeline, 'one', {})
  await drain()
  await pawl.enqueue(pipeline.job, { item: 'one', from: 'second' })
  expect(await drain()).toEqual(['second', 'third'])
  const wrong = pawl.enqueue(pipeline.job, { item: 'one', from: 2 } as never)
  await expect(wrong).rejects.toMatchObject({ code: 'invalid-body' })
})
