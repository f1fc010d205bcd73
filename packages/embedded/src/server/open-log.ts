import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import type { Account } from '../account/server-account.ts'

const largestBytes = 8 * 1024 * 1024

/** Opens the server's log to append. A large one is put aside first, in place of the one put aside before. */
export async function openLog(file: string, owner: Account | undefined): Promise<FileHandle> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  // Another starter may have moved it this very moment; then there is nothing left to move.
  if (size > largestBytes) await rename(file, `${file}.old`).catch(() => {})
  const handle = await open(file, 'a', 0o600)
  if (owner) await handle.chown(owner.uid, owner.gid)
  return handle
}
