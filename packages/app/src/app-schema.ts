/**
 * The schema of an application: its name, with the underscores that PostgreSQL takes unquoted.
 *
 * @example
 * ```ts
 * console.log(appSchema('coin-prices')) // coin_prices
 * ```
 */
export function appSchema(name: string): string {
  return name.replaceAll('-', '_')
}
