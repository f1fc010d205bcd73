export { loginLink } from './access/login-link.ts'
export type { RateLimitOptions } from './access/rate-limit.ts'
export { type StoredToken, storedToken } from './access/token-file.ts'
export type { Role, Token } from './access/tokens.ts'
export { appSchema } from './app/app-schema.ts'
export { defineApp } from './app/define-app.ts'
export { migrateApp } from './app/migrate-app.ts'
export { sqlFolder } from './app/sql-folder.ts'
export type {
  App,
  AppColumn,
  AppCommand,
  AppCommandContext,
  AppLive,
  AppRouteServices,
  AppServices,
} from './app.ts'
export { createServer, type FetchEnv, type Server } from './create-server.ts'
export { createMetrics, type Metrics } from './metrics/create-metrics.ts'
export { nodeListener } from './node-listener.ts'
export { migrateServer } from './requests/migrate-server.ts'
export { type ServeOptions, type Serving, serve } from './serve.ts'
export type { ServerOptions } from './server-options.ts'
