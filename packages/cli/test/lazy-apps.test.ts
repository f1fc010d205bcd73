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

test('a command of an application loads that application alone', async () => {
  expect(await run('mail', 'greet', 'Ada')).toMatchObject({ code: 0, err: '' })
  expect((await run('jobs', 'list')).out).toMatch(/mail\.greet/)
})

test('a command that needs all applications names the one that cannot be loaded', async () => {
  const { code, err } = await run('schedules', 'fire', 'nightly')
  expect([code, err]).toEqual([2, "pawl: the application 'gone' cannot be loaded: its package is not installed"])
})

test('an application that has another name than the configuration says is refused', async () => {
  const { err } = await run('renamed', 'greet', 'Ada')
  expect(err).toMatch(/application 'renamed' with the command 'renamed' .* loaded as 'mail' with the command 'mail'/)
})
