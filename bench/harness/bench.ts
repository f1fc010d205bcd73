import type { BenchDatabase, PostgresServer } from '../servers/postgres-server.ts'
import type { ContenderProcess } from './contender-process.ts'
import type { Entry } from './entry.ts'
import type { Quiet } from './quiet.ts'

/** What a row is given to measure with. */
export type Bench = {
  /** Everything in a minute: one round of little work, which shows that it runs and not how fast. */
  readonly quick: boolean
  readonly rounds: number
  readonly postgres: PostgresServer
  readonly quiet: Quiet
  /** A database of its own in which a contender is installed. */
  database(entry: Entry): Promise<BenchDatabase>
  /** Starts a process of a contender on this database; one on Redis gets its server instead. */
  start(entry: Entry, databaseUrl: string): ContenderProcess
  log(line: string): void
}
