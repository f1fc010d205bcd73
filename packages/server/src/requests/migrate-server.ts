import pg from 'pg'
import { type AppliedStep, migrateSchema } from '../app/migrate-schema.ts'

export const serverMigrations = new URL('./migrations/', import.meta.url)
export const serverSchema = 'pawl_server'

/**
 * Makes what the server keeps itself, in the schema `pawl_server`. The server does so when it first needs it; call this where
 * its role may not create anything.
 *
 * @example
 * ```ts
 * await migrateServer(process.env.DATABASE_URL!)
 * ```
 */
export async function migrateServer(url: string): Promise<readonly AppliedStep[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'pawl migrate server' })
  await client.connect()
  try {
    return await migrateSchema(client, serverSchema, serverMigrations)
  } finally {
    await client.end()
  }
}
