import { defineApp, migrateApp } from '@pawl/app'
import { beforeAll } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/testing/test-database.ts'

const tables = defineApp({
  name: 'comic-library',
  title: 'The tables alone',
  jobs: [],
  migrations: new URL('../../src/migrations/', import.meta.url),
})

/** A fresh database with the engine's tables and those of this application, for one test file. */
export function peopleDatabase(): TestDatabase {
  const database = testDatabase()
  beforeAll(() => migrateApp(database.url, tables))
  return database
}
