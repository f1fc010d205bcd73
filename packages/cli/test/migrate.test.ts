import { expect, test } from 'vitest'
import { testDatabase } from './support/database.ts'
import { pawl } from './support/pawl-process.ts'

const database = testDatabase({ empty: true })

test('a dry run prints the SQL and changes nothing, and that SQL is what a migration does', async () => {
  const dry = await pawl(['migrate', '--dry-run', '--url', database.url])
  expect(dry).toMatchObject({ code: 0, err: expect.stringMatching(/^\d+ migrations would be applied\n$/) })
  expect(dry.out).toContain('create table pawl.attempt')
  expect(await database.sql(`select from pg_namespace where nspname = 'pawl'`)).toEqual([])

  const done = await pawl(['migrate', '--url', database.url])
  expect(done).toMatchObject({ code: 0, err: '' })
  const titles = [...dry.out.matchAll(/^-- migration (\d+: .*)$/gm)].map(([, title]) => `applied ${title}`)
  const lines = done.out.trim().split('\n')
  expect(lines.filter((line) => !line.startsWith('applied server '))).toEqual(titles)
  expect(lines).toContainEqual(expect.stringMatching(/^applied server 1: /))
  expect(await database.sql(`select from pg_namespace where nspname = 'pawl_server'`)).toHaveLength(1)
  const again = { code: 0, out: '', err: 'the schema is up to date\n' }
  expect(await pawl(['migrate', '--url', database.url])).toEqual(again)
  expect(await pawl(['migrate', '--json', '--url', database.url])).toEqual({ ...again, out: '[]\n' })
})
