import pg from 'pg'
import type { App } from '../app.ts'
import { appSchema } from './app-schema.ts'
import { type AppliedStep, migrateSchema } from './migrate-schema.ts'

/**
 * Applies an application's own migrations, into its own schema. Call it after `pawl.migrate()`: they may refer to the engine's tables.
 *
 * @example
 * ```ts
 * const letters = defineApp({ name: 'letters', title: 'Letters', jobs: [greet] })
 * for (const { number, title } of await migrateApp(process.env.DATABASE_URL!, letters)) console.log(number, title)
 * ```
 */
export async function migrateApp(url: string, app: App): Promise<readonly AppliedStep[]> {
  if (app.migrations === undefined) return []
  const client = new pg.Client({ connectionString: url, application_name: `pawl migrate ${app.name}` })
  await client.connect()
  try {
    return await migrateSchema(client, appSchema(app.name), app.migrations)
  } finally {
    await client.end()
  }
}
