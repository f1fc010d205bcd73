import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from './support/database.ts'
import { pawl } from './support/pawl-process.ts'

const database = testDatabase({ empty: true })
const shadowed = testDatabase()

// a role is of the whole server: no other file makes one of this name
beforeAll(() => shadowed.sql(`drop role if exists pawl; create role pawl superuser login password 'secret'`))
afterAll(() => shadowed.sql('drop owned by pawl; drop role pawl'))

test('a dry run prints the SQL and changes nothing, and that SQL is what a migration does', async () => {
  const dry = await pawl(['migrate', '--dry-run', '--url', database.url])
  expect(dry).toMatchObject({ code: 0, err: expect.stringMatching(/^\d+ migrations would be applied\n$/) })
  expect(dry.out).toContain('create table pawl.attempt')
  expect(dry.out).toMatch(/^-- migration server 1: requests$/m)
  expect(dry.out).toMatch(
    /^-- migration slow 1: letters\ncreate schema if not exists "slow";\nset search_path to "slow", public;$/m,
  )
  expect(await database.sql(`select from pg_namespace where nspname in ('pawl', 'pawl_server', 'slow')`)).toEqual([])

  const done = await pawl(['migrate', '--url', database.url])
  expect(done).toMatchObject({ code: 0, err: '' })
  const titles = [...dry.out.matchAll(/^-- migration (.*)$/gm)].map(([, title]) => `applied ${title}`)
  expect(done.out.trim().split('\n')).toEqual(titles)
  expect(await database.sql(`select from pg_namespace where nspname in ('pawl', 'pawl_server', 'slow')`)).toHaveLength(
    3,
  )
  const again = { code: 0, out: '', err: 'the schema is up to date\n' }
  expect(await pawl(['migrate', '--url', database.url])).toEqual(again)
  expect(await pawl(['migrate', '--json', '--url', database.url])).toEqual({ ...again, out: '[]\n' })
})

test('a role called pawl is warned of, by migrate and by the doctor, until its search path is mended', async () => {
  const url = new URL(shadowed.url)
  url.username = 'pawl'
  url.password = 'secret'
  const told = /alter role "pawl" set search_path = public/
  const warned = await pawl(['migrate', '--url', url.href])
  expect(warned).toMatchObject({ code: 0, err: expect.stringMatching(/^warning: Tables of the application/) })
  expect(warned.err).toMatch(told)
  expect((await pawl(['doctor', '--url', url.href])).out).toMatch(/warn +search path +with the schema 'pawl'/)

  await shadowed.sql('alter role pawl set search_path = public')
  expect((await pawl(['migrate', '--url', url.href])).err).toBe('the schema is up to date\n')
  expect((await pawl(['doctor', '--url', url.href])).out).toMatch(/ok +search path/)
})
