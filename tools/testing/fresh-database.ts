import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'

let count = 0

/** The address of a migrated database for one test file: there from `beforeAll` on, dropped with the file. */
export function freshDatabase(beforeDrop: (url: string) => Promise<unknown> = async () => {}): string {
  const template = inject('template')
  const name = `${template.replace('template', 'test')}_${process.pid}_${++count}`
  const url = new URL(inject('adminUrl'))
  url.pathname = `/${name}`
  beforeAll(() => admin(`create database ${name} template ${template}`))
  afterAll(async () => {
    await beforeDrop(url.href)
    // under connections that a test has left open
    await admin(`drop database if exists ${name} with (force)`)
  })
  return url.href
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
