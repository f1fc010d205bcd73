import type { BenchDatabase, PostgresServer } from '../servers/postgres-server.ts'
import type { Bench } from './bench.ts'
import type { Entry } from './entry.ts'

/** Databases in which a contender is installed. That is done once for each; all others are copies, which takes a quarter of the time. */
export class InstalledDatabases {
  readonly #postgres: PostgresServer
  readonly #start: Bench['start']
  readonly #templates = new Map<string, Promise<string>>()

  constructor(postgres: PostgresServer, start: Bench['start']) {
    this.#postgres = postgres
    this.#start = start
  }

  /** For one on Redis it is empty. */
  async make(entry: Entry): Promise<BenchDatabase> {
    if (entry.server !== 'postgres') return this.#postgres.database()
    const { installs = entry.program } = entry
    const template = this.#templates.get(installs) ?? this.#install(entry)
    this.#templates.set(installs, template)
    return this.#postgres.database(await template)
  }

  async #install(entry: Entry): Promise<string> {
    const database = await this.#postgres.database()
    const contender = this.#start(entry, database.url)
    try {
      await contender.order({ kind: 'install' })
    } finally {
      await contender.end()
    }
    // what is being used cannot be copied
    await database.alone()
    await database.pool.end()
    return database.name
  }
}
