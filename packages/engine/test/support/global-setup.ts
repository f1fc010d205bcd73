import { fileURLToPath } from 'node:url'
import { openDatabase } from '@pawl/embedded'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/postgres/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly adminUrl: string
    readonly template: string
  }
}

const dataDir = fileURLToPath(new URL('../../../../.pawl/test', import.meta.url))

/** One server for all test files, and a migrated database that each of them copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await openDatabase({ ...process.env, PAWL_DATA_DIR: dataDir })
  const template = `pawl_template_${process.pid}`
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await dropLeftOvers(admin)
  await admin.query(`create database ${template}`)
  const url = new URL(database.url)
  url.pathname = `/${template}`
  await migrate(url.href)
  project.provide('adminUrl', database.url)
  project.provide('template', template)
  return async () => {
    await dropLeftOvers(admin)
    await admin.end()
    await database.stop()
  }
}

/** Databases of this run and of runs that were killed. Another run that is alive keeps its own: its process answers. */
async function dropLeftOvers(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query(`select datname from pg_database where datname ~ '^pawl_(template|test)_[0-9]+'`)
  for (const { datname } of rows) {
    const owner = Number(/\d+/.exec(datname)?.[0])
    if (owner === process.pid || !isAlive(owner)) await admin.query(`drop database if exists ${datname} with (force)`)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
