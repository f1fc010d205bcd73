export { loginLink } from './access/login-link.ts'
export type { RateLimitOptions } from './access/rate-limit.ts'
export { type StoredToken, storedToken } from './access/token-file.ts'
export type { Role, Token } from './access/tokens.ts'
export { createServer, type FetchEnv, type Server } from './create-server.ts'
export { createMetrics, type Metrics } from './metrics/create-metrics.ts'
export { nodeListener } from './node-listener.ts'
export { migrateServer } from './requests/migrate-server.ts'
export {
  createRoutePool,
  type RoutePool,
  type RoutePoolLimits,
  type RoutePoolOptions,
} from './routes/apps/route-pool.ts'
export { type ServeOptions, type Serving, serve } from './serve.ts'
export type { ServerOptions } from './server-options.ts'
