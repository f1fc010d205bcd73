import { constants } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/** Not to wait for ever where somebody put a pipe in the place of a file. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

export type PlaceInLibrary = { readonly root: string; readonly path: string }

/**
 * Opens a file of a library to read it. Undefined: it is not there any more, may not be read, is none, or a link on the way to it
 * leads out of the library, which the scan would not have followed.
 */
export async function openInLibrary({ root, path: at }: PlaceInLibrary): Promise<FileHandle | undefined> {
  const handle = await open(at, flags).catch(ignoreMissing)
  if (handle === undefined) return undefined
  try {
    if (await isSameInside(handle, root, at)) return handle
  } catch (error) {
    await handle.close()
    return ignoreMissing(error)
  }
  await handle.close()
  return undefined
}

/** What is open is what the path leads to, without a link out of the library. */
async function isSameInside(handle: FileHandle, root: string, at: string): Promise<boolean> {
  const [real, base] = await Promise.all([realpath(at), realpath(root)])
  if (!real.startsWith(base.endsWith(path.sep) ? base : base + path.sep)) return false
  const [opened, found] = await Promise.all([handle.stat({ bigint: true }), stat(real, { bigint: true })])
  return opened.isFile() && opened.ino === found.ino && opened.dev === found.dev
}

const missing: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'EISDIR',
  'ELOOP',
  'ESTALE',
  'EIO',
])

function ignoreMissing(error: unknown): undefined {
  if (missing.has((error as NodeJS.ErrnoException).code)) return undefined
  throw error
}
