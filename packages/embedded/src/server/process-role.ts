import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ProcessRole } from './server-state.ts'

/**
 * Whether a process is the server of a data folder. Its name would not tell: after a reboot the recorded id often
 * belongs to the server of another folder. A server works inside its data folder, so that is compared.
 */
export async function processRole(pid: number, data: string): Promise<ProcessRole> {
  if (!isAlive(pid)) return 'none'
  const [cwd, folder] = await Promise.all([workingFolder(pid), folderIdentity(data)])
  return cwd !== undefined && cwd === folder ? 'server' : 'other'
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function workingFolder(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return folderIdentity(`/proc/${pid}/cwd`)
  const listed = await promisify(execFile)('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn']).catch(() => undefined)
  const name = listed?.stdout.match(/^n(.*)$/m)?.[1]
  return name === undefined ? undefined : folderIdentity(name)
}

/** Undefined also for a zombie, which has no working folder, and for a process that is not ours to look into. */
async function folderIdentity(folder: string): Promise<string | undefined> {
  return stat(folder, { bigint: true }).then(
    ({ dev, ino }) => `${dev}:${ino}`,
    () => undefined,
  )
}
