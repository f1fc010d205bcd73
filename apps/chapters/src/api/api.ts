import type { App } from '@pawl/app'
import { chaptersCommands } from '../commands/chapters-commands.ts'
import type { ApiOptions } from './api-options.ts'
import { apiRoutes } from './api-routes.ts'
import { openRoutes } from './open-routes.ts'

export type Api = Required<Pick<App, 'routes' | 'openRoutes' | 'commands'>>

/** The API of the application: routes, the feeds' own addresses, commands. */
export function apiOf(options: ApiOptions): Api {
  return {
    routes: (services) => apiRoutes(services, options),
    openRoutes: (services) => openRoutes(services, options),
    commands: chaptersCommands(options),
  }
}
