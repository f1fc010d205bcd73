import { isReachable } from '../account/is-reachable.ts'
import type { Account } from '../account/server-account.ts'
import { EmbeddedError } from '../embedded-error.ts'
import { setDatabaseUrl } from '../set-database-url.ts'
import { cachedCopy } from './cached-copy.ts'
import { linkLibraries } from './link-libraries.ts'
import type { InstalledPackage } from './locate-package.ts'

/** The folder with `bin`, `lib` and `share` that the server's account can run from. */
export async function usableBinaries(
  installed: InstalledPackage,
  account: Account | undefined,
  cacheDir: string,
): Promise<string> {
  const linked = await linkLibraries(installed.root)
  if (linked && (!account || (await isReachable(`${installed.root}/bin/postgres`, account, 0o5)))) return installed.root
  try {
    return await cachedCopy(installed, cacheDir)
  } catch (cause) {
    throw new EmbeddedError(
      'binary-does-not-run',
      `PostgreSQL in ${installed.root} cannot be used from there (${linked ? 'the account that runs it may not enter the folder' : 'the folder is read-only and its library links are missing'}), ` +
        `and no copy could be made in ${cacheDir}: ${(cause as Error).message}. ` +
        `Make ${cacheDir} writable. ${setDatabaseUrl}`,
      cause,
    )
  }
}
