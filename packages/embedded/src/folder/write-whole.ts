import { randomBytes } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import type { Account } from '../account/server-account.ts'

/** Writes a small file that only its owner may read: whole or not at all, and on disk when it returns. */
export async function writeWhole(file: string, text: string, owner: Account | undefined): Promise<void> {
  const fresh = `${file}.new-${randomBytes(4).toString('hex')}`
  const handle = await open(fresh, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    if (owner) await handle.chown(owner.uid, owner.gid)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(fresh, file)
}
