import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@pawl/embedded'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { migrate } from '../../src/postgres/migrate.ts'
import type { TestDatabase } from './database.ts'
import { until } from './until.ts'

export type OwnPostgres = Pick<TestDatabase, 'url' | 'sql'> & {
  /** A fast shutdown and a new start. Resolves when it answers again. */
  restart(): Promise<void>
  /** kill -9 of the postmaster and of the other processes given. Resolves when it answers again. */
  crash(others?: readonly number[]): Promise<void>
  /** Stops it and all its backends with SIGSTOP: connections stay open and nothing answers. Returns what lets it go on. */
  freeze(): Promise<() => void>
}

/** Some of them, such as those of autovacuum, may have ended by themselves. */
function send(signal: NodeJS.Signals, pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {}
  }
}

/** A PostgreSQL of the test file's own, that may be restarted and killed: it comes back by itself. */
export function ownPostgres(): OwnPostgres {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawl-own-'))
  const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  let url = ''
  let stop = async () => {}

  beforeAll(async () => {
    const database = await startEmbedded({ dataDir })
    url = database.url
    stop = database.stop
    await migrate(url)
  })
  afterAll(async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const sql: TestDatabase['sql'] = async (text, values) => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }
  const signal = async (name: NodeJS.Signals, pids: readonly number[]) => {
    const [{ since }] = await sql('select pg_postmaster_start_time()::text as since')
    for (const pid of pids) process.kill(pid, name)
    await until('PostgreSQL is back', async () => {
      const rows = await sql('select pg_postmaster_start_time()::text as since').catch(() => [{ since }])
      return rows[0].since !== since
    })
  }

  return {
    get url() {
      return url
    },
    sql,
    restart: () => signal('SIGINT', [postmaster()]),
    async freeze() {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      // stopped first: whoever connects meanwhile would not be among the others
      const pids = [postmaster()]
      send('SIGSTOP', pids)
      const { rows } = await client.query('select pid from pg_stat_activity where pid <> pg_backend_pid()')
      pids.push(...rows.map(({ pid }) => pid))
      send('SIGSTOP', pids)
      await client.end().catch(() => {})
      return () => send('SIGCONT', pids)
    },
    crash: (others = []) => signal('SIGKILL', [postmaster(), ...others]),
  }
}
