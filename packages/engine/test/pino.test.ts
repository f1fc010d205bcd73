import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
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
