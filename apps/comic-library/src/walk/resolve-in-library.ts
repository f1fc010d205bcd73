import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { PawlError } from 'pawl'

/**
 * Where a file of a library is on disk. A path on record can have become a link since: nothing outside the library is read, so that it throws
 * where the way leads out. Its root must be a real path, as `library.root` is.
 */
export async function resolveInLibrary(root: string, relativePath: string): Promise<string> {
  const wanted = join(root, relativePath)
  const real = await realpath(wanted)
  if (real === wanted && real.startsWith(root.endsWith(sep) ? root : root + sep)) return real
  throw new PawlError(
    'outside-library',
    `${relativePath} leads to ${real} by a link; nothing but files in ${root} itself is read`,
  )
}
