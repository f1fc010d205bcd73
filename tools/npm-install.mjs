import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'

// Install scripts are off in newer releases of npm; leaving them off everywhere shows at once what would need one.
// --no-save keeps package-lock.json as it was committed.
const FLAGS = ['--no-save', '--no-fund', '--no-audit', '--ignore-scripts', '--include=dev', '--include=optional']

// What `npm test -w …` or an outer npm hands down would make this install a partial one.
const NOT_INHERITED =
  /^npm_config_(workspaces?|include_workspace_root|local_prefix|global|location|dry_run|omit|only)$/i

/**
 * Installs the packages of the lock file, quietly; rejects with all that npm said when it fails.
 * @param {string} root
 * @returns {Promise<void>}
 */
export function npmInstall(root) {
  const { command, first } = findNpm(process.env.npm_execpath)
  const child = spawn(command, [...first, 'install', ...FLAGS, ...cacheFlags(root)], {
    cwd: root,
    env: installEnvironment(process.env),
    shell: command === 'npm' && process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`npm could not be started: ${error.message}`, { cause: error })))
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`npm install failed (${signal ?? `exit code ${code}`}) in ${root}:\n${output}`))
    })
  })
}

/** Another package manager sets npm_execpath too, and would not understand the flags. */
export function findNpm(/** @type {string | undefined} */ execPath) {
  const isNpm = execPath !== undefined && /^npm(-cli)?\.[cm]?js$/.test(basename(execPath)) && existsSync(execPath)
  return isNpm ? { command: process.execPath, first: [execPath] } : { command: 'npm', first: [] }
}

/** @param {NodeJS.ProcessEnv} env */
export function installEnvironment(env) {
  const kept = Object.entries(env).filter(([name]) => !NOT_INHERITED.test(name) && name !== 'NODE_OPTIONS')
  return Object.fromEntries(kept)
}

function cacheFlags(/** @type {string} */ root) {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm')
  return isWritable(usual) ? [] : [`--cache=${join(root, 'node_modules', '.cache', 'npm')}`]
}

/** A folder that does not exist yet is as writable as the nearest one above it. */
export function isWritable(/** @type {string} */ folder) {
  let existing = folder
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  try {
    accessSync(existing, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
