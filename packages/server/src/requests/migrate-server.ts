import { migrateSchema, type SchemaSource } from '@pawl/app'
import type { MigrateOptions, Migration } from 'pawl'
import pg from 'pg'

export const serverSchema: SchemaSource = {
  schema: 'pawl_server',
  folder: new URL('./migrations/', import.meta.url),
}

/**
 * Makes what the server keeps itself, in the schema `pawl_server`. The server does so when it first needs it; call this where
 * its role may not create anything. A dry run applies nothing and returns what would be.
 *
 * @example
 * ```ts
 * await migrateServer(process.env.DATABASE_URL!)
 * ```
 */
export async function migrateServer(url: string, options: MigrateOptions = {}): Promise<readonly Migration[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'pawl migrate server' })
  await client.connect()
  try {
    return await migrateSchema(client, serverSchema, options)
  } finally {
    await client.end()
  }
}
