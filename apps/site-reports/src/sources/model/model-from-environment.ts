import type { SiteReportsOptions } from '../../options.ts'

/**
 * The model that the environment names: OPENAI_MODEL, OPENAI_BASE_URL and OPENAI_API_KEY. Undefined where it names none.
 *
 * @example
 * ```ts
 * const app = siteReports({ model: modelFromEnvironment(process.env) })
 * ```
 */
export function modelFromEnvironment(env: Readonly<Record<string, string | undefined>>): SiteReportsOptions['model'] {
  const { OPENAI_MODEL: name, OPENAI_BASE_URL: url, OPENAI_API_KEY: key } = env
  if (!name) return undefined
  return { name, ...(url ? { url } : {}), ...(key ? { key } : {}) }
}
