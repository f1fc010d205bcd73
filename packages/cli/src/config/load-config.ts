import { readFileSync } from 'node:fs'
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
    throw new CliError(exitCode.usage, `${name} cannot be loaded: ${reasonOf(error)}`, { cause: error })
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
    // Node keeps the failure of the first import under its address
    return await import(`${url}?tsx`)
  }
}

/** Registers the ESM entry of tsx. Its CommonJS entry, which `require.resolve` finds, does not find its own files in tsx 4.23. */
async function registerTsx(file: string): Promise<void> {
  const name = path.basename(file)
  const manifest = findTsx(file)
  if (manifest === undefined) {
    const message = `${name} is TypeScript, which Node ${process.versions.node} does not run: install tsx (npm install --save-dev tsx), use Node 22.18 or newer, or write pawl.config.js`
    throw new CliError(exitCode.usage, message)
  }
  try {
    const { exports } = JSON.parse(readFileSync(manifest, 'utf8'))
    const entry = exports['./esm/api']
    const { register } = await import(new URL(entry.import.default ?? entry.import, pathToFileURL(manifest)).href)
    register()
  } catch (error) {
    const message = `${name} is TypeScript, and tsx in ${path.dirname(manifest)} could not be used: ${reasonOf(error)}. Install tsx 4.23, or use Node 22.18 or newer`
    throw new CliError(exitCode.usage, message, { cause: error })
  }
}

function findTsx(file: string): string | undefined {
  try {
    return createRequire(file).resolve('tsx/package.json')
  } catch {
    return undefined
  }
}

/** The message of an error, followed by those of its causes. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`
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
    throw new CliError(exitCode.usage, `${name}: apps must be a list of what defineApp returned, or of { name, load }`)
  }
  return config as PawlConfig
}
