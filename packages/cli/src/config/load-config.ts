import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { CliError } from '../cli-error.ts'
import { exitCode } from '../exit-code.ts'
import { suggest } from '../suggest.ts'
import { configKeys, type PawlConfig } from './pawl-config.ts'

/** Reads a configuration file. Node runs TypeScript from 22.18 on; before that it takes tsx, if the project has it. */
export async function loadConfig(file: string): Promise<PawlConfig> {
  const name = path.basename(file)
  let module: { readonly default?: unknown }
  try {
    module = await importConfig(file)
  } catch (error) {
    if (error instanceof CliError) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new CliError(exitCode.usage, `${name} cannot be loaded: ${message}`, { cause: error })
  }
  return check(name, module.default)
}

async function importConfig(file: string): Promise<{ readonly default?: unknown }> {
  const url = pathToFileURL(file).href
  try {
    return await import(url)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
    await registerTsx(file)
    return await import(url)
  }
}

async function registerTsx(file: string): Promise<void> {
  try {
    const { register } = await import(pathToFileURL(createRequire(file).resolve('tsx/esm/api')).href)
    register()
  } catch (error) {
    const message = `${path.basename(file)} is TypeScript, which Node ${process.versions.node} does not run: install tsx (npm install --save-dev tsx), use Node 22.18 or newer, or write pawl.config.js`
    throw new CliError(exitCode.usage, message, { cause: error })
  }
}

function check(name: string, config: unknown): PawlConfig {
  if (typeof config !== 'object' || config === null) {
    throw new CliError(exitCode.usage, `${name} must export a configuration: export default defineConfig({ … })`)
  }
  const unknown = Object.keys(config).find((key) => !configKeys.some((known) => known === key))
  if (unknown !== undefined) {
    const hint = `${suggest(unknown, configKeys)} (it has: ${configKeys.join(', ')})`
    throw new CliError(exitCode.usage, `${name} has no setting '${unknown}'${hint}`)
  }
  const { apps } = config as PawlConfig
  if (apps !== undefined && !(Array.isArray(apps) && apps.every((app) => typeof app?.name === 'string'))) {
    throw new CliError(exitCode.usage, `${name}: apps must be a list of what defineApp returned`)
  }
  return config as PawlConfig
}
