import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { PawlError } from 'pawl'

/**
 * Where a file of a library is on disk. A path on record can have become a link since: links in a library are not followed, and nothing
 * outside of it is read, so that it throws where there is one. The way to the library itself may be one by now, where it was moved.
 */
export async function resolveInLibrary(root: string, relativePath: string): Promise<string> {
  const [base, real] = await Promise.all([realpath(root), realpath(join(root, relativePath))])
  if (real === join(base, relativePath) && real.startsWith(base.endsWith(sep) ? base : base + sep)) return real
  throw new PawlError(
    'outside-library',
    `${relativePath} leads to ${real} by a link; nothing but files in ${root} itself is read`,
  )
}
