import type { App } from '@pawl/app'
import { comicsCommands } from '../commands/comics-commands.ts'
import type { ApiOptions } from './api-options.ts'

export type Api = Required<Pick<App, 'routes' | 'openRoutes' | 'commands' | 'command'>>

/** The API of the application: routes, the feeds of reading apps, commands. */
export function apiOf(options: ApiOptions): Api {
  return {
    routes: async (services) => (await import('./api-routes.ts')).apiRoutes(services, options),
    openRoutes: async (services) => (await import('./open-routes.ts')).openRoutes(services, options),
    command: 'comics',
    commands: comicsCommands(options),
  }
}
