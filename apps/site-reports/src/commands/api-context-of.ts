import type { AppCommandContext } from '@pawl/app'
import type { ApiContext, ApiOptions } from '../api/api-options.ts'

/** What a command runs the actions of the API with. */
export function apiContextOf({ pawl, db }: Pick<AppCommandContext, 'pawl' | 'db'>, parts: ApiOptions): ApiContext {
  return { pawl, db, ...parts }
}
