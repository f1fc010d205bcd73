import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const stampOf = (/** @type {string} */ root) => join(root, 'node_modules', '.pawl-setup')

/**
 * The folders of the workspaces that `patterns` name: a folder, or every folder in one (`packages/*`).
 * @param {string} root
 * @param {readonly string[]} patterns
 */
export function workspaceFolders(root, patterns) {
  const folders = patterns.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    if (!existsSync(join(root, parent))) return []
    return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)
  })
  return folders.filter((folder) => existsSync(join(root, folder, 'package.json'))).sort()
}

/**
 * Changes whenever the installed packages may no longer be the right ones. The platform is part of it because a
 * checkout can be shared with a container, and several packages are binaries.
 * @param {string} root
 */
export function packagesFingerprint(root) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const files = ['package.json', 'package-lock.json']
  for (const folder of workspaceFolders(root, manifest.workspaces ?? [])) files.push(`${folder}/package.json`)
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of files) {
    const path = join(root, file)
    hash.update(`\0${file}\0`).update(existsSync(path) ? readFileSync(path) : '')
  }
  return hash.digest('hex')
}

/**
 * Why packages must be installed, or undefined when they are in place.
 * @param {string} root
 */
export function reasonToInstall(root) {
  if (!existsSync(join(root, 'node_modules'))) return 'there are none yet'
  if (!existsSync(stampOf(root))) return 'this checkout is not set up yet'
  if (readFileSync(stampOf(root), 'utf8') !== packagesFingerprint(root))
    return 'the lock file or a package.json changed'
  return undefined
}

/**
 * @param {string} root
 * @param {string} fingerprint
 */
export function recordInstall(root, fingerprint) {
  writeFileSync(stampOf(root), fingerprint)
}
