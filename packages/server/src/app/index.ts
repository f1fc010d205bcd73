export type {
  App,
  AppColumn,
  AppCommand,
  AppCommandContext,
  AppLive,
  AppRouteServices,
  AppServices,
} from '../app.ts'
export { migrateServer } from '../requests/migrate-server.ts'
export { appSchema } from './app-schema.ts'
export { defineApp } from './define-app.ts'
export { migrateApp } from './migrate-app.ts'
export { sqlFolder } from './sql-folder.ts'
