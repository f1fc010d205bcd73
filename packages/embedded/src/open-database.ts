import path from 'node:path'
import { type EmbeddedDatabase, startEmbedded } from './start-embedded.ts'

/**
 * The database of this environment: the server of `DATABASE_URL` when it is set, and then nothing is started;
 * otherwise the embedded server in `PAWL_DATA_DIR`, or in `.pawl` below the current folder.
 *
 * @example
 * const db = await openDatabase()
 * const client = new pg.Client({ connectionString: db.url })
 * // …
 * await db.stop()
 */
export async function openDatabase(env: NodeJS.ProcessEnv = process.env): Promise<EmbeddedDatabase> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, stop: async () => {} }
  return startEmbedded({ dataDir: path.resolve(env.PAWL_DATA_DIR || '.pawl') })
}
