import { join } from 'node:path'
import { showInstallProgress } from './install-progress.mjs'
import { npmInstall } from './npm-install.mjs'
import { packagesFingerprint, reasonToInstall, recordInstall } from './packages-state.mjs'
import { withSetupLock } from './setup-lock.mjs'

const OLDEST_NODE = '20.19.0'

/**
 * Brings a checkout to where its commands can run: the right Node, all packages installed. Does nothing when they are.
 * @param {string} root
 */
export async function setUp(root) {
  if (!isAtLeast(process.versions.node, OLDEST_NODE)) {
    throw new Error(
      `Pawl needs Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node} (${process.execPath}). ` +
        'Install a newer one from https://nodejs.org and try again.',
    )
  }
  const reason = reasonToInstall(root)
  if (reason === undefined) return
  const install = async () => {
    if (reasonToInstall(root) === undefined) return
    say(`Installing packages from npm (${reason}):`)
    const fingerprint = packagesFingerprint(root)
    const end = showInstallProgress(root, process.stderr)
    await npmInstall(root).finally(end)
    recordInstall(root, fingerprint)
  }
  const onWait = () => say('Waiting for another command that installs the packages …')
  await withSetupLock(join(root, 'node_modules'), install, onWait)
}

/** On stderr, because a program may read a command's own output. */
const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`)

/**
 * @param {string} version
 * @param {string} oldest
 */
export function isAtLeast(version, oldest) {
  const parts = version.split('.').map(Number)
  for (const [index, wanted] of oldest.split('.').map(Number).entries()) {
    const found = parts[index] ?? 0
    if (found !== wanted) return found > wanted
  }
  return true
}
