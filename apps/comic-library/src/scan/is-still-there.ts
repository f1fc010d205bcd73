import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { contentHash } from '../walk/content-hash.ts'
import type { KnownFile } from '../walk/file-fate.ts'

/** Whether a file is on disk where it is on record. If it cannot be looked at, it counts as there: nobody takes its record away. */
export async function isStillThere(root: string, file: Omit<KnownFile, 'id' | 'isOrphaned'>): Promise<boolean> {
  const path = join(root, file.path)
  try {
    const found = await lstat(path, { bigint: true })
    if (!found.isFile() || Number(found.size) !== file.size) return false
    // another time says nothing: it may have been touched
    return String(found.mtimeNs) === file.mtimeNs || (await contentHash(path)).hash === file.hash
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code !== 'ENOENT' && code !== 'ENOTDIR'
  }
}
