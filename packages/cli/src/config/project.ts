import { existsSync } from 'node:fs'
import path from 'node:path'
import type { App } from '@pawl/app'
import { CliError } from '../cli-error.ts'
import { exitCode } from '../exit-code.ts'
import { suggest } from '../suggest.ts'
import { type AppEntry, loadApps } from './app-entry.ts'
import { findConfig } from './find-config.ts'
import { loadConfig } from './load-config.ts'
import type { PawlConfig } from './pawl-config.ts'
import { readSettings, type Settings } from './settings.ts'

/** What a command works with: the configuration, what is in force, and the applications that were chosen. */
export type Project = {
  readonly file: string | undefined
  readonly config: PawlConfig
  readonly settings: Settings
  readonly entries: readonly AppEntry[]
  /** Those that the command needs, loaded. */
  readonly apps: readonly App[]
}

/** Which applications a command needs: all that were chosen, or those with these names. */
export type NeededApps = 'all' | readonly string[]

export type ProjectPlace = {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly flags: Readonly<Record<string, unknown>>
}

export async function openProject({ folder, env, flags }: ProjectPlace): Promise<Project> {
  const file = configFile(folder, flags.config)
  const config = file === undefined ? {} : await loadConfig(file)
  const settings = readSettings({ flags, env, config, file, folder })
  return { file, config, settings, entries: chosenApps(config.apps ?? [], settings.apps.value), apps: [] }
}

/** The same project with the applications that a command needs. */
export async function withApps(project: Project, needed: NeededApps): Promise<Project> {
  const entries = project.entries.filter(({ name }) => needed === 'all' || needed.includes(name))
  return { ...project, apps: await loadApps(entries) }
}

function configFile(folder: string, given: unknown): string | undefined {
  if (typeof given !== 'string') return findConfig(folder)
  const file = path.resolve(folder, given)
  if (existsSync(file)) return file
  throw new CliError(exitCode.usage, `--config: there is no file ${file}`)
}

function chosenApps(apps: readonly AppEntry[], names: readonly string[] | undefined): readonly AppEntry[] {
  if (names === undefined) return apps
  const known = apps.map((app) => app.name)
  return names.map((name) => {
    const app = apps.find((each) => each.name === name)
    if (app !== undefined) return app
    const hint = `${suggest(name, known)} (there are: ${known.join(', ') || 'none'})`
    throw new CliError(exitCode.usage, `the configuration has no application '${name}'${hint}`)
  })
}
