import type { App } from '@pawl/app'
import { coinsCommands } from '../commands/coins-commands.ts'
import type { ApiOptions } from './api-options.ts'

export type Api = Required<Pick<App, 'routes' | 'openRoutes' | 'commands'>>

/** The API of the application: routes, what collectors see with their own tokens, commands. */
export function apiOf(options: ApiOptions): Api {
  return {
    routes: async (services) => (await import('./api-routes.ts')).apiRoutes(services, options),
    openRoutes: async (services) => (await import('./open-routes.ts')).openRoutes(services),
    commands: coinsCommands(options),
  }
}
