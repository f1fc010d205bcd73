import { expect, test, vi } from 'vitest'
import { Events } from '../src/runtime/events.ts'
import { Service } from '../src/runtime/service.ts'
import { testDatabase } from './support/database.ts'
import { gate } from './support/gate.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()

test('a service whose round hangs is late, and on time again when the round has ended', async () => {
  const hold = gate()
  const round = vi.fn(() => hold.passed.then(() => 60_000))
  const service = new Service('example', new Events(), round)
  expect(service.view).toEqual({ name: 'example', lateMs: 0 })
  service.start()
  await until('it is late', () => service.view.lateMs >= 20)
  hold.open()
  await until('it is on time', () => service.view.lateMs === 0)
  expect(round).toHaveBeenCalledTimes(1)
  await service.stop()
})

test('a service whose rounds fail is late, whenever it has tried last', async () => {
  let tries = 0
  const service = new Service('example', new Events(), async () => {
    tries++
    throw new Error('the database is away')
  })
  service.start()
  await until('it has tried twice', () => tries === 2)
  expect(service.view.lateMs).toBeGreaterThanOrEqual(190)
  await service.stop()
  expect(service.view.lateMs).toBe(0)
})

test('a Pawl lists its services while it works, and their delay while a lock stops them', async () => {
  const pawl = testPawl({ url: database.url, jobs: [] })
  expect(pawl.services).toEqual([])
  await pawl.start()
  const names = pawl.services.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['claimer', 'line-up', 'reclaimer', 'scheduler', 'silence-watch']))
  const blocker = await database.connect()
  await blocker.query('begin; lock table pawl.later in access exclusive mode')
  const late = () => pawl.services.filter(({ lateMs }) => lateMs > 200).map(({ name }) => name)
  await until('its service is late', () => late().includes('line-up'))
  await blocker.query('rollback')
  await until('all are on time', () => late().length === 0)
})
