import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 200
const REFRESH_MS = 2_000
// A process id is given out again after a reboot or in the next container, so being alive is not proof enough.
const SILENT_MS = 60_000

/**
 * Runs `work` while no other process that shares this folder does. A holder that died is passed over.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @param {() => void} onWait called once, when somebody else holds the lock
 * @returns {Promise<T>}
 */
export async function withSetupLock(folder, work, onWait = () => {}) {
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, '.pawl-setup.lock')
  let hasWaited = false
  while (!takeLock(lock)) {
    if (holderIsGone(lock)) {
      breakLock(lock)
      continue
    }
    if (!hasWaited) onWait()
    hasWaited = true
    await sleep(POLL_MS)
  }
  const refresh = setInterval(() => utimes(lock, new Date(), new Date(), () => {}), REFRESH_MS)
  try {
    return await work()
  } finally {
    clearInterval(refresh)
    rmSync(lock, { force: true })
  }
}

/** A hard link appears together with its content: no reader ever meets a lock without a process id. */
function takeLock(/** @type {string} */ lock) {
  const own = `${lock}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

function holderIsGone(/** @type {string} */ lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > SILENT_MS) return true
    return !isAlive(Number(readFileSync(lock, 'utf8')))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Of two processes that find the same dead holder, one may be late: what it moved away by mistake it puts back. */
function breakLock(/** @type {string} */ lock) {
  const aside = `${lock}.dead.${process.pid}`
  try {
    renameSync(lock, aside)
    if (!holderIsGone(aside)) linkSync(aside, lock)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function isAlive(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const codeOf = (/** @type {unknown} */ error) => /** @type {NodeJS.ErrnoException} */ (error).code
