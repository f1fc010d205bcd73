import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, fixed } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()

test('pino takes the place of the logger: one line an event, with the error where pino expects it', async () => {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const brittle = defineJob({
    type: 'brittle',
    body: z.object({}),
    retry: { attempts: 1 },
    run(job) {
      job.log.warn('it creaks', { beam: 3 })
      throw new TypeError('broken')
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [brittle], logger: pino({ level: 'debug' }, stream) })
  const { id } = await pawl.enqueue(brittle, {})
  await pawl.drain({ keepOpen: true })
  await until('its death is logged', () => lines.some(({ msg }) => msg === 'job.dead'))
  const of = (message: string) => lines.find(({ msg }) => msg === message)
  expect(of('job.start')).toMatchObject({ level: pino.levels.values.debug, id, type: 'brittle' })
  expect(of('it creaks')).toMatchObject({ level: pino.levels.values.warn, id, fields: { beam: 3 } })
  expect(of('job.settle')).toMatchObject({
    level: pino.levels.values.error,
    outcome: 'failed',
    err: { type: 'TypeError', message: 'broken', stack: expect.stringContaining('pino.test.ts') },
  })
  expect(of('job.dead')).toMatchObject({ level: pino.levels.values.error, id, reason: 'exhausted' })
})

test('a deferral is logged as information, and a retry as a warning', async () => {
  const logged: (readonly [level: string, outcome: unknown])[] = []
  const at = (level: string) => (fields: object, message: string) => {
    if (message === 'job.settle') logged.push([level, (fields as { outcome: unknown }).outcome])
  }
  let runs = 0
  const wavering = defineJob({
    type: 'wavering',
    body: z.object({}),
    retry: { attempts: 2, backoff: fixed({ delayMs: 0 }) },
    run(job) {
      runs++
      if (runs === 1) return job.defer(0, 'not open')
      if (runs === 2) throw new Error('not yet')
    },
  })
  const logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  const pawl = testPawl({ url: database.url, jobs: [wavering], logger })
  const { id } = await pawl.enqueue(wavering, {})
  await pawl.start()
  await pawl.result(id)
  await until('all three are logged', () => logged.length === 3)
  expect(logged).toEqual([
    ['info', 'deferred'],
    ['warn', 'retryable'],
    ['debug', 'succeeded'],
  ])
})
