import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { relative } from 'node:path'
import { resolveInLibrary } from '../walk/resolve-in-library.ts'

/** Not to wait for ever where somebody put a pipe in the place of a file. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

export type PlaceInLibrary = { readonly root: string; readonly path: string }

/**
 * Opens a file of a library to read it. Undefined: it is not there any more, may not be read, is none, or there is a link on the
 * way to it below the library's folder, which the scan would not have followed.
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

/** What is open is what the path leads to, without a link. Looked up when it is open: what is at the path may change until then. */
async function isSameInside(handle: FileHandle, root: string, at: string): Promise<boolean> {
  const real = await resolveInLibrary(root, relative(root, at))
  const [opened, found] = await Promise.all([handle.stat({ bigint: true }), stat(real, { bigint: true })])
  return opened.isFile() && opened.ino === found.ino && opened.dev === found.dev
}

const missing: ReadonlySet<unknown> = new Set([
  'outside-library',
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
