import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, rename, rm } from 'node:fs/promises'
import type { Account } from '../account/server-account.ts'
import { homeLayout, type Layout } from '../folder/layout.ts'
import { writeWhole } from '../folder/write-whole.ts'
import { identity } from './identity.ts'
import { runInitdb } from './run-initdb.ts'

/**
 * Makes a new database. It is made under a name of its own and moved into place by one rename: a half-finished one
 * is never taken for a database, and of several processes that make one at once the first to rename wins.
 */
export async function initialise(binaries: string, folder: Layout, account: Account | undefined): Promise<void> {
  const fresh = homeLayout(`${folder.home}.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  await mkdir(fresh.home, { mode: 0o700 })
  await mkdir(fresh.data, { mode: 0o700 })
  await writeWhole(fresh.password, `${randomBytes(24).toString('base64url')}\n`, account)
  await writeWhole(fresh.owner, `${identity.user}\n`, account)
  if (account) {
    await chown(fresh.data, account.uid, account.gid)
    await chown(fresh.home, account.uid, account.gid)
  }
  await runInitdb(binaries, fresh, account)
  if (await moveIntoPlace(fresh.home, folder.home)) await syncFolder(folder.dataDir)
  // The only thing ever removed: this process's own database that nobody has used, as another one was first.
  else await rm(fresh.home, { recursive: true })
}

async function moveIntoPlace(fresh: string, home: string): Promise<boolean> {
  try {
    await rename(fresh, home)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') return false
    throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
