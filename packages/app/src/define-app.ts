import { PawlError } from 'pawl'
import type { App } from './app.ts'

const known: readonly string[] = [
  ...['name', 'title', 'jobs', 'sources', 'schedules', 'pipelines', 'queues'],
  ...['migrations', 'routes', 'openRoutes', 'commands', 'command', 'start'],
]

/** Names that routes, commands and schemas of Pawl have. */
const taken: readonly string[] = [
  ...['jobs', 'types', 'queues', 'workers', 'sources', 'schedules', 'dead-letters', 'pipelines', 'runs', 'events'],
  ...['operations', 'access', 'openapi', 'health', 'ready', 'metrics', 'login', 'logout'],
  ...['up', 'worker', 'dev', 'migrate', 'dead', 'top', 'doctor', 'completion', 'help'],
  ...['pawl', 'pawl-server', 'public', 'information-schema'],
]

/**
 * Checks an application and returns it.
 *
 * @example
 * ```ts
 * export const letters = defineApp({
 *   name: 'letters',
 *   title: 'Letters',
 *   jobs: [greet],
 * })
 * ```
 */
export function defineApp(app: App): App {
  if (typeof app !== 'object' || app === null) throw invalid('defineApp takes an object')
  const unknown = Object.keys(app).find((key) => !known.includes(key))
  if (unknown !== undefined) throw invalid(`an application has no '${unknown}' (it has: ${known.join(', ')})`)
  checkName('name', app.name)
  if (app.command !== undefined) checkName('command', app.command)
  if (typeof app.title !== 'string' || app.title === '') throw invalid(`the application '${app.name}' needs a title`)
  if (!Array.isArray(app.jobs)) throw invalid(`the jobs of '${app.name}' must be a list of what defineJob returned`)
  if (app.migrations !== undefined && !(app.migrations instanceof URL)) {
    throw invalid(`the migrations of '${app.name}' are a folder, as a URL: new URL('./migrations/', import.meta.url)`)
  }
  for (const name of ['routes', 'openRoutes', 'start'] as const) {
    if (app[name] !== undefined && typeof app[name] !== 'function') {
      throw invalid(`${name} of '${app.name}' must be a function; got ${typeof app[name]}`)
    }
  }
  checkCommands(app)
  return Object.freeze({ ...app })
}

function checkName(what: 'name' | 'command', name: unknown): void {
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 40) {
    throw invalid(
      `the ${what} of an application has up to 40 small letters, digits and single hyphens, as in 'coin-prices'; got '${String(name)}'`,
    )
  }
  if (taken.includes(name) || name.startsWith('pg-')) {
    throw invalid(`no application can have the ${what} '${name}': a route, a command or a schema has it`)
  }
}

function checkCommands({ name, commands = [] }: App): void {
  const names = commands.map((command) => command.name)
  for (const command of commands) {
    if (!/^[a-z][a-z0-9-]*$/.test(command.name) || typeof command.run !== 'function') {
      throw invalid(`a command of '${name}' has a name in small letters and a function run; got '${command.name}'`)
    }
    if (names.indexOf(command.name) !== names.lastIndexOf(command.name)) {
      throw invalid(`two commands of '${name}' have the name '${command.name}'`)
    }
  }
}

function invalid(message: string): PawlError {
  return new PawlError('invalid-option', message)
}
