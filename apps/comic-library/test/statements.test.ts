import { statementFaults, unindexedReferences } from '@pawl/app/testing'
import { expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'

const { pool } = appDatabase()

test('PostgreSQL prepares the statements of comic-library, and their headers name locks and indexes', async () => {
  expect(await statementFaults(pool, new URL('../src/tables/statements/', import.meta.url))).toEqual([])
})

test('every foreign key begins an index', async () => {
  expect(await unindexedReferences(pool, 'comic_library')).toEqual([])
})
