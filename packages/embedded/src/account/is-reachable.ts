import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Account } from './server-account.ts'

/** Whether an account may enter every folder above a file and has the wanted rights (rwx bits) on the file itself. */
export async function isReachable(file: string, account: Account, wanted: number): Promise<boolean> {
  let at = await realpath(file)
  if (!(await allows(at, account, wanted))) return false
  while (at !== path.dirname(at)) {
    at = path.dirname(at)
    if (!(await allows(at, account, 0o1))) return false
  }
  return true
}

async function allows(file: string, account: Account, wanted: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(file)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & wanted) === wanted
}
