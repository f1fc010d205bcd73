import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type EmbeddedDatabase, startEmbedded } from '@pawl/embedded'
import pg from 'pg'
import { parentOf, tickMs, treeCpuTicks } from './process-cpu.ts'

const othersHere = `
  select from pg_stat_activity
   where datname = current_database() and backend_type = 'client backend' and application_name <> 'bench'`

/** One PostgreSQL for all contenders, on a folder of its own, as durable as it comes. */
export class PostgresServer {
  readonly #folder: string
  readonly #embedded: EmbeddedDatabase
  readonly #pool: pg.Pool
  #databases = 0

  private constructor(folder: string, embedded: EmbeddedDatabase) {
    this.#folder = folder
    this.#embedded = embedded
    this.#pool = new pg.Pool({ connectionString: embedded.url, max: 2 })
    this.#pool.on('error', () => {})
  }

  static async start(): Promise<PostgresServer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'pawl-bench-'))
    try {
      return new PostgresServer(folder, await startEmbedded({ dataDir: folder }))
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  /** An empty database, or a copy. Dropping one checkpoints, so a measurement always begins with nothing left to write. */
  async database(template = 'template0'): Promise<BenchDatabase> {
    const name = `bench_${++this.#databases}`
    await this.#pool.query(`create database ${name} template ${template}`)
    const url = new URL(this.#embedded.url)
    url.pathname = `/${name}`
    const pool = new pg.Pool({ connectionString: url.href, max: 4, application_name: 'bench' })
    pool.on('error', () => {})
    return {
      name,
      url: url.href,
      pool,
      alone: async () => {
        while ((await pool.query(othersHere)).rowCount !== 0) await pause(5)
      },
      drop: async () => {
        await pool.end()
        await this.#pool.query(`drop database ${name} with (force)`)
      },
    }
  }

  async version(): Promise<string> {
    return (await this.#pool.query('show server_version')).rows[0].server_version
  }

  /** The server's process, whose children all others are. */
  async pid(): Promise<number> {
    const { rows } = await this.#pool.query('select pg_backend_pid() as pid')
    return parentOf(rows[0].pid)
  }

  /** CPU time of the whole server so far, backends that have ended included. */
  async cpuMs(): Promise<number> {
    return treeCpuTicks([await this.pid()]) * tickMs
  }

  async walBytes(): Promise<number> {
    const { rows } = await this.#pool.query(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
    )
    return rows[0].bytes
  }

  async stop(): Promise<void> {
    await this.#pool.end()
    await this.#embedded.stop()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

export type BenchDatabase = {
  readonly name: string
  readonly url: string
  /** The benchmark's own connections. */
  readonly pool: pg.Pool
  /** Resolves when no other connection is left: a session that has ended has told all it counted. */
  readonly alone: () => Promise<void>
  readonly drop: () => Promise<void>
}
