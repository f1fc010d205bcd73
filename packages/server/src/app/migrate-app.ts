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
  return app.migrations === undefined ? [] : migrateSchema(url, appSchema(app.name), app.migrations)
}
