import { existsSync } from 'node:fs'
import path from 'node:path'
import type { App, AppServices } from '@pawl/app'
import { createPawl, type Logger, type Migration, type Pawl } from 'pawl'
import pg from 'pg'
import { CliError } from './cli-error.ts'
import type { Project } from './config/project.ts'
import { exitCode } from './exit-code.ts'
import { pawlOptionsOf } from './pawl-options-of.ts'
import { reachDatabase } from './reach-database.ts'

export type SessionOptions = {
  /** Make the embedded database when there is none. A command that only looks would otherwise show an empty one. */
  readonly mayCreate?: boolean
  /** Go on although migrations are missing: whoever applies them, or tells of it. */
  readonly mayBeBehind?: boolean
  readonly logger?: Logger
}

/** A command that is told to end does not wait for a long job: that goes on elsewhere, from where it stood. */
const commandGraceMs = 2_000

/** A database that can be used, and a Pawl on it with all that the applications define. */
export type Session = AppServices & {
  readonly url: string
  readonly isEmbedded: boolean
  /** Migrations of the engine that the schema lacks. */
  readonly missing: readonly Migration[]
  /** Runs the jobs of one application in this process, until it closes. */
  work(app: App): Promise<void>
  /** Closes all connections, and leaves the embedded PostgreSQL. Harmless when called twice. */
  close(): Promise<void>
}

export async function openSession(project: Project, options: SessionOptions = {}): Promise<Session> {
  const database = await openDatabase(project, options)
  const pawl = createPawl(pawlOptionsOf(project, database.url, options.logger))
  // made here, connected when an application asks for it
  const db = new pg.Pool({ connectionString: database.url, application_name: 'pawl apps' })
  db.on('error', () => {})
  const workers: Pawl[] = []
  const work = async (app: App) => {
    const worker = createPawl(pawlOptionsOf(onlyApp(project, app), database.url, options.logger))
    workers.push(worker)
    await worker.start()
  }
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= Promise.allSettled(workers.map((worker) => worker.stop({ graceMs: commandGraceMs })))
      .then(() => Promise.allSettled([pawl.stop(), db.end()]))
      .then(() => database.stop())
    return closed
  }
  try {
    const { url, from } = { url: database.url, from: project.settings.url.from }
    const missing = await reachDatabase(pawl, { value: url, from: database.isEmbedded ? 'embedded' : from })
    if (missing.length > 0 && options.mayBeBehind !== true) throw behind(missing)
    return { url, pawl, db, isEmbedded: database.isEmbedded, missing, work, close }
  } catch (error) {
    await close()
    throw error
  }
}

function onlyApp(project: Project, app: App): Project {
  return { ...project, apps: [app], settings: { ...project.settings, apps: { value: [app.name], from: 'command' } } }
}

async function openDatabase({ settings }: Project, { mayCreate = false }: SessionOptions) {
  if (settings.url.value !== undefined) return { url: settings.url.value, isEmbedded: false, stop: async () => {} }
  const dataDir = settings.dataDir.value
  if (!mayCreate && !existsSync(path.join(dataDir, 'postgres'))) {
    const advice = 'run pawl up to make one, or name another with --url or DATABASE_URL'
    throw new CliError(exitCode.noDatabase, `there is no database in ${dataDir} yet: ${advice}`)
  }
  const { startEmbedded } = await import('@pawl/embedded')
  return { ...(await startEmbedded({ dataDir })), isEmbedded: true }
}

function behind(missing: readonly Migration[]): CliError {
  const count = missing.length === 1 ? '1 migration is' : `${missing.length} migrations are`
  return new CliError(exitCode.notMigrated, `${count} missing in this database: run pawl migrate`)
}
