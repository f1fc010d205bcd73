import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrate } from '../../src/postgres/migrate.ts'
import { statement } from '../../src/postgres/statement.ts'
import { testDatabase } from '../support/database.ts'
import { changedTables, nextRelease } from './next-release.ts'

const database = testDatabase()
const folder = new URL('../../src/postgres/statements/', import.meta.url)
const names = readdirSync(folder).map((file) => file.replace(/\.sql$/, ''))

test('statements that a process has prepared can be run on the schema of the next release', async () => {
  for (const name of names) await database.sql(`prepare ${name} as ${statement(name).text}`)
  const prepared = await database.sql(
    `select name, cardinality(parameter_types) as parameters from pg_prepared_statements where name = any ($1)`,
    [names],
  )
  expect(prepared).toHaveLength(names.length)
  const there = await database.sql(
    `select relname from pg_class where relnamespace = 'pawl'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> 'migration' order by 1`,
  )
  expect(there.map(({ relname }) => relname)).toEqual([...changedTables].sort())
  await migrate(database.url, {}, nextRelease())
  const refused: string[] = []
  for (const { name, parameters } of prepared) {
    const values = parameters === 0 ? '' : `(${Array(parameters).fill('null').join(', ')})`
    // plans it anew and runs nothing
    await database.sql(`explain execute ${name}${values}`).catch((error) => refused.push(`${name}: ${error.message}`))
  }
  expect(refused).toEqual([])
})
