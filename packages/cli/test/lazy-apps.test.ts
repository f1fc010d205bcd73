import { expect, test } from 'vitest'
import { call } from './support/call.ts'
import { testDatabase } from './support/database.ts'

const database = testDatabase()
const run = (...args: readonly string[]) =>
  call([...args, '--config', 'lazy.config.ts'], { DATABASE_URL: database.url })

test('a command that only reads the database loads no application', async () => {
  for (const command of [['jobs', 'list'], ['queues', 'list'], ['sources', 'list'], ['dead', 'list'], ['operations']]) {
    expect([command, (await run(...command)).code]).toEqual([command, 0])
  }
})

test('the overview shows titles of the configuration, and loads no application', async () => {
  const { code, out, err } = await run('--help')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^ {2}mail +Mail\n {2}gone +Gone\n {2}help /m)
})

test('help of a command of an application loads that application alone', async () => {
  for (const args of [
    ['mail', '--help'],
    ['help', 'mail'],
    ['mail', 'greet', '--help'],
  ]) {
    expect(await run(...args)).toMatchObject({ code: 0, out: expect.stringContaining('pawl mail greet Ada'), err: '' })
  }
})

test('a command of an application loads that application alone', async () => {
  expect(await run('mail', 'greet', 'Ada')).toMatchObject({ code: 0, err: '' })
  expect((await run('jobs', 'list')).out).toMatch(/mail\.greet/)
})

test('a queue and a type that the database knows load no application', async () => {
  await run('mail', 'greet', 'Ada')
  for (const verb of ['pause', 'resume']) expect(await run('queues', verb, 'mail')).toMatchObject({ code: 0, err: '' })
  expect((await run('jobs', 'list', '--queue', 'mail', '--type', 'mail.greet')).out).toMatch(/mail\.greet/)
  expect((await run('dead', 'list', '--queue', 'mail')).code).toBe(0)
})

test('a queue and a type that the database does not know are looked up in all applications', async () => {
  const eager = (...args: readonly string[]) => call(args, { DATABASE_URL: database.url })
  const isGone = { code: 2, err: expect.stringContaining("the application 'gone' cannot be loaded") }
  expect(await run('queues', 'pause', 'slow')).toMatchObject(isGone)
  expect((await eager('queues', 'pause', 'slow')).out).toBe('slow is paused until it is resumed')
  for (const group of ['jobs', 'dead']) {
    expect(await run(group, 'list', '--type', 'slow.spoil')).toMatchObject(isGone)
    expect((await eager(group, 'list', '--type', 'slow.spoil')).code).toBe(0)
  }
})

test('a command that needs all applications names the one that cannot be loaded', async () => {
  const { code, err } = await run('schedules', 'fire', 'nightly')
  expect([code, err]).toEqual([2, "pawl: the application 'gone' cannot be loaded: its package is not installed"])
})

test('an application that has another name than the configuration says is refused', async () => {
  const { err } = await run('renamed', 'greet', 'Ada')
  expect(err).toMatch(/application 'renamed' with the command 'renamed' .* loaded as 'mail' with the command 'mail'/)
})
