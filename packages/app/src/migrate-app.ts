import type { MigrateOptions, Migration } from 'pawl'
import pg from 'pg'
import type { App } from './app.ts'
import { appSchema } from './app-schema.ts'
import { migrateSchema } from './migrate-schema.ts'

/**
 * Applies the migrations of an application in its own schema and returns them. Call it after `pawl.migrate()`: they may refer to
 * tables of the engine. A dry run applies none.
 *
 * @example
 * ```ts
 * const letters = defineApp({ name: 'letters', title: 'Letters', jobs: [greet] })
 * for (const { number, title } of await migrateApp(process.env.DATABASE_URL!, letters)) console.log(number, title)
 * ```
 */
export async function migrateApp(url: string, app: App, options: MigrateOptions = {}): Promise<readonly Migration[]> {
  if (app.migrations === undefined) return []
  const client = new pg.Client({ connectionString: url, application_name: `pawl migrate ${app.name}` })
  await client.connect()
  try {
    return await migrateSchema(client, { schema: appSchema(app.name), folder: app.migrations }, options)
  } finally {
    await client.end()
  }
}
