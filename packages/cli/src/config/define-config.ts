import type { PawlConfig } from './pawl-config.ts'

/**
 * The configuration of a project, for `export default` in `pawl.config.ts`.
 *
 * @example
 * ```ts
 * export default defineConfig({ apps: [chapters], port: 8080 })
 * ```
 */
export function defineConfig(config: PawlConfig): PawlConfig {
  return Object.freeze({ ...config })
}
