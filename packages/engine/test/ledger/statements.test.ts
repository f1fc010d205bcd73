import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { statement } from '../../src/postgres/statement.ts'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()
const folder = new URL('../../src/postgres/statements/', import.meta.url)
const names = readdirSync(folder).map((file) => file.replace(/\.sql$/, ''))

test('the folder holds statements and nothing else', () => {
  expect(readdirSync(folder).filter((file) => !/^[a-z_]+\.sql$/.test(file))).toEqual([])
  expect(names.length).toBeGreaterThan(30)
})

test.each(names)('%s can be prepared', async (name) => {
  await database.sql(`prepare ${name} as ${statement(name).text}`)
  const [{ count }] = await database.sql(
    `select cardinality(parameter_types)::int as count from pg_prepared_statements where name = $1`,
    [name],
  )
  const used = new Set(withoutComments(name).match(/\$\d+/g) ?? [])
  expect(used.size, 'parameters from $1 on without a gap').toBe(count)
})

test.each(names)('the header of %s says its purpose and each of its parameters', (name) => {
  const { text } = statement(name)
  const header = /^(--.*\n)+/.exec(text)?.[0] ?? ''
  expect(header).toMatch(/^-- [A-Z].{15,}/)
  const parameters = new Set(withoutComments(name).match(/\$\d+/g) ?? [])
  expect([...parameters].filter((parameter) => !header.includes(parameter))).toEqual([])
})

test.each(names)('%s is one statement', (name) => {
  expect(withoutComments(name)).not.toContain(';')
})

function withoutComments(name: string): string {
  return statement(name).text.replace(/--.*$/gm, '')
}
