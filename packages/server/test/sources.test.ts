import { expect, test } from 'vitest'
import { testDatabase } from '../../../tools/testing/test-database.ts'
import { testServer } from './support/test-server.ts'

const database = testDatabase()

type Page = { readonly sources: readonly { readonly name: string }[]; readonly next: string | null }

test('sources are listed by pages, each once, whatever is in their names', async () => {
  const { ask } = await testServer(database)
  await database.pool.query(
    `insert into pawl.source (name, declared, max_failures, cool_down_ms, max_cool_down_ms)
     select name, '{}'::jsonb, 5, 1000, 1000
       from (select 'host-' || n || '.example' from generate_series(1, 250) n
             union all select unnest(array['a/b c', 'ü', 'z"%'])) made (name)`,
  )
  const names: string[] = []
  const sizes: number[] = []
  let next: string | null = ''
  while (next !== null) {
    const page = (await (await ask(`/api/sources${next === '' ? '' : `?after=${next}`}`)).json()) as Page
    names.push(...page.sources.map(({ name }) => name))
    sizes.push(page.sources.length)
    next = page.next
  }
  expect(sizes).toEqual([100, 100, 53])
  expect(new Set(names).size).toBe(253)
  const one = (await (await ask('/api/sources?limit=1')).json()) as Page
  expect(one.sources.length).toBe(1)
  expect((await ask('/api/sources?after=nonsense')).status).toBe(400)
})
