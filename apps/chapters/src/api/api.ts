import type { App } from '@pawl/app'
import { chaptersCommands } from '../commands/chapters-commands.ts'
import type { ApiOptions } from './api-options.ts'

export type Api = Required<Pick<App, 'routes' | 'openRoutes' | 'commands'>>

/** The API of the application: routes, the feeds' own addresses, commands. */
export function apiOf(options: ApiOptions): Api {
  return {
    routes: async (services) => (await import('./api-routes.ts')).apiRoutes(services, options),
    openRoutes: async (services) => (await import('./open-routes.ts')).openRoutes(services, options),
    commands: chaptersCommands(options),
  }
}
