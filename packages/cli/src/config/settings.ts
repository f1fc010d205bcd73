import path from 'node:path'
import { CliError } from '../cli-error.ts'
import { exitCode } from '../exit-code.ts'
import { hidePassword } from './hide-password.ts'
import { databaseUrl, Expected, names, oneOf, type Parse, text, whole } from './parse.ts'
import type { PawlConfig } from './pawl-config.ts'
import type { Setting } from './setting.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** What is in force. */
export type Settings = {
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  readonly url: Setting<string | undefined>
  readonly dataDir: Setting<string>
  readonly host: Setting<string>
  readonly port: Setting<number>
  readonly token: Setting<string | undefined>
  /** Of the applications in the configuration; undefined: all. */
  readonly apps: Setting<readonly string[] | undefined>
  /** Processes that work; undefined: this one does. */
  readonly workers: Setting<number | undefined>
  readonly logLevel: Setting<LogLevel>
}

export type SettingName = keyof Settings

type Rule<T> = {
  readonly flag?: string
  readonly env: string
  readonly parse: Parse<T>
}

type Given = {
  readonly flags: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly config: PawlConfig
  /** Where the configuration was found; undefined when there is none. */
  readonly file: string | undefined
  readonly folder: string
}

const mostWorkers = 256

/** The one list of settings: their flag, their variable, what they may be. The configuration calls them by their names. */
const rules = {
  url: { flag: 'url', env: 'DATABASE_URL', parse: databaseUrl },
  dataDir: { env: 'PAWL_DATA_DIR', parse: text },
  host: { flag: 'host', env: 'PAWL_HOST', parse: text },
  port: { flag: 'port', env: 'PORT', parse: whole(0, 65_535) },
  token: { env: 'PAWL_TOKEN', parse: text },
  apps: { flag: 'apps', env: 'PAWL_APPS', parse: names },
  workers: { flag: 'workers', env: 'PAWL_WORKERS', parse: whole(0, mostWorkers) },
  logLevel: { flag: 'logLevel', env: 'PAWL_LOG_LEVEL', parse: oneOf(logLevels) },
} satisfies Record<SettingName, Rule<unknown>>

/** A flag goes before the environment, that before the configuration, and that before what is usual. */
export function readSettings(given: Given): Settings {
  const read = <T, D>(name: SettingName, rule: Rule<T>, usual: D): Setting<T | D> =>
    find(name, rule, given) ?? { value: usual, from: 'default' }
  const dataDir = read('dataDir', rules.dataDir, '.pawl')
  const base = given.file === undefined || isFromShell(dataDir.from) ? given.folder : path.dirname(given.file)
  return {
    url: read('url', rules.url, undefined),
    dataDir: { ...dataDir, value: path.resolve(base, dataDir.value) },
    host: read('host', rules.host, '127.0.0.1'),
    port: read('port', rules.port, 8787),
    token: read('token', rules.token, undefined),
    apps: read('apps', rules.apps, undefined),
    workers: read('workers', rules.workers, undefined),
    logLevel: read('logLevel', rules.logLevel, 'info' as const),
  }
}

/** A path in the environment is meant from where the command is called, one in the configuration from where that is. */
const isFromShell = (from: string): boolean => from === rules.dataDir.env

function find<T>(name: SettingName, rule: Rule<T>, given: Given): Setting<T> | undefined {
  const { flags, env, config, file } = given
  const places: readonly (readonly [from: string, value: unknown])[] = [
    [`--${rule.flag?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, rule.flag && flags[rule.flag]],
    // an empty variable is one that was not set: that is how shells and compose files leave one out
    [rule.env, env[rule.env] || undefined],
    // its apps are the applications themselves, of which the others name some
    [file === undefined ? '' : path.basename(file), name === 'apps' ? undefined : config[name as keyof PawlConfig]],
  ]
  for (const [from, value] of places) {
    if (value === undefined) continue
    const parsed = rule.parse(value)
    if (!(parsed instanceof Expected)) return { value: parsed, from }
    throw new CliError(exitCode.usage, `${from}: ${expectation(name, parsed, value)}`)
  }
  return undefined
}

function expectation(name: SettingName, { what }: Expected, value: unknown): string {
  const got = name === 'token' ? 'something else' : `'${name === 'url' ? hidePassword(String(value)) : value}'`
  return `${name} must be ${what}; got ${got}`
}
