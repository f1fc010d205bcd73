import { type App, migrateApp } from '@pawl/app'
import { migrateServer } from '@pawl/server/migrate'
import type { Session } from '../session.ts'

/** Brings the schema up to date, then those of the server and of the applications. Returns how many migrations were applied. */
export async function migrateAll({ pawl, url }: Session, apps: readonly App[]): Promise<number> {
  let applied = (await pawl.migrate()).length
  applied += (await migrateServer(url)).length
  for (const app of apps) applied += (await migrateApp(url, app)).length
  return applied
}
