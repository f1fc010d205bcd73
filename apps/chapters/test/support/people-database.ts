import { defineApp, migrateApp } from '@pawl/server'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'

export type PeopleDatabase = {
  readonly url: string
  /** Open from `beforeAll` on, closed with the file. */
  readonly pool: pg.Pool
}

const tables = defineApp({
  name: 'chapters',
  title: 'The tables alone',
  jobs: [],
  migrations: new URL('../../src/migrations/', import.meta.url),
})

let count = 0

/** A fresh database with the engine's tables and those of this application, for one test file. */
export function peopleDatabase(): PeopleDatabase {
  const template = inject('template')
  const name = `${template.replace('template', 'test')}_${process.pid}_people_${++count}`
  const url = new URL(inject('adminUrl'))
  url.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: url.href, max: 10 })
  // the database is dropped under connections that a test has left open
  pool.on('error', () => {})
  beforeAll(async () => {
    await admin(`create database ${name} template ${template}`)
    await migrateApp(url.href, tables)
  })
  afterAll(async () => {
    await pool.end()
    await admin(`drop database if exists ${name} with (force)`)
  })
  return { url: url.href, pool }
}

async function admin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
