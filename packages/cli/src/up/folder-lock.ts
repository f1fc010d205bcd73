import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { CliError } from '../cli-error.ts'
import { exitCode } from '../exit-code.ts'

/** 'PAUP' in ASCII, far from what people choose by hand. */
const lockClass = 0x50415550
/** PostgreSQL needs a moment to notice that a process was killed. */
const tries = 10
const pauseMs = 100
const retryMs = 1_000

const tryLock = 'select pg_try_advisory_lock($1, $2) as locked'
const holder = `select a.application_name as name
  from pg_locks l join pg_stat_activity a using (pid)
 where l.locktype = 'advisory' and l.granted and l.classid::bigint = $1 and l.objid::bigint = $2
   and l.database = (select oid from pg_database where datname = current_database())`

/** The right of one `pawl up` to a data folder. */
export type FolderLock = {
  /** Where its server listens: what another `pawl up` says when it is refused. */
  announce(serverUrl: string): Promise<void>
  release(): Promise<void>
}

/**
 * Refuses a second `pawl up` on a data folder, before it writes anything. An advisory lock of the database, held by a connection
 * of its own: it ends with the process, however that ends. It is taken again when the connection is lost.
 */
export async function lockFolder(databaseUrl: string, dataDir: string): Promise<FolderLock> {
  const key = createHash('sha256').update(`${hostname()}\0${dataDir}`).digest().readUInt32BE() >>> 1
  const ids = [lockClass, key]
  let name = 'pawl up'
  let released = false
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: name,
      options: '-c idle_session_timeout=0 -c statement_timeout=0',
    })
    fresh.on('error', () => {})
    await fresh.connect()
    fresh.once('end', () => void takeAgain())
    return fresh
  }

  async function takeAgain(): Promise<void> {
    while (!released) {
      await pause(retryMs, undefined, { ref: false })
      try {
        client = await connect()
        await client.query(tryLock, ids)
        return
      } catch {
        // the database is still away
      }
    }
  }

  async function take(): Promise<boolean> {
    for (let count = 1; ; count++) {
      const { rows } = await client.query<{ locked: boolean }>(tryLock, ids)
      if (rows[0]?.locked === true || count === tries) return rows[0]?.locked === true
      await pause(pauseMs)
    }
  }

  const release = async () => {
    released = true
    await client.end().catch(() => {})
  }
  if (!(await take())) {
    const { rows } = await client.query<{ name: string }>(holder, ids)
    await release()
    throw refused(rows[0]?.name)
  }
  return {
    release,
    async announce(serverUrl) {
      name = `pawl up at ${serverUrl}`
      await client.query(`select set_config('application_name', $1, false)`, [name])
    },
  }
}

function refused(name = ''): CliError {
  const [, url] = /^pawl up at (.*)$/.exec(name) ?? []
  const where = url === undefined ? 'already starting on this data folder' : `already running at ${url}`
  return new CliError(exitCode.alreadyRunning, `${where}; stop it, or set PAWL_DATA_DIR to run a second one`)
}
