import { fileURLToPath } from 'node:url'
import { openDatabase } from '@pawl/embedded'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/postgres/migrate.ts'
import { rollBackPrepared } from './roll-back-prepared.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly adminUrl: string
    readonly template: string
  }
}

const dataDir = fileURLToPath(new URL('../../../../.pawl/tests', import.meta.url))

/** One server for all test files, and a migrated database that each of them copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await openDatabase({ ...process.env, PAWL_DATA_DIR: dataDir })
  const template = `pawl_template_${process.pid}`
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  const urlOf = (name: string) => {
    const url = new URL(database.url)
    url.pathname = `/${name}`
    return url.href
  }
  await dropLeftOvers(admin, urlOf)
  await admin.query(`create database ${template}`)
  await migrate(urlOf(template))
  project.provide('adminUrl', database.url)
  project.provide('template', template)
  return async () => {
    await dropLeftOvers(admin, urlOf)
    await admin.end()
    await database.stop()
  }
}

/** Databases of this run and of runs that were killed. Another run that is alive keeps its own: its process answers. */
async function dropLeftOvers(admin: pg.Client, urlOf: (database: string) => string): Promise<void> {
  const { rows } = await admin.query(`select datname from pg_database where datname ~ '^pawl_(template|test)_[0-9]+'`)
  for (const { datname } of rows) {
    const owner = Number(/\d+/.exec(datname)?.[0])
    if (owner !== process.pid && isAlive(owner)) continue
    await rollBackPrepared(urlOf(datname)).catch(() => {})
    await admin.query(`drop database if exists ${datname} with (force)`)
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
