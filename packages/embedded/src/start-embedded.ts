import path from 'node:path'
import { cacheDir } from './binaries/cache-dir.ts'
import { locatePackage } from './binaries/locate-package.ts'
import { thisPlatform } from './binaries/this-platform.ts'
import { usableBinaries } from './binaries/usable-binaries.ts'
import { layout } from './folder/layout.ts'
import { prepareDataDir } from './folder/prepare-data-dir.ts'
import { detach } from './users/detach.ts'
import { type Joining, joinServer } from './users/join-server.ts'
import { keepAttached } from './users/keep-attached.ts'

/** A database to use: connect to `url`, and call `stop` when done with it. */
export type EmbeddedDatabase = {
  readonly url: string
  /** Leaves the server, and stops it when nobody else uses it. Harmless when called twice. */
  readonly stop: () => Promise<void>
}

/**
 * A PostgreSQL server on a folder of its own. Makes the database if there is none, starts the server if it does not
 * run, attaches to it if it does.
 *
 * @example
 * const db = await startEmbedded({ dataDir: '.pawl' })
 * const client = new pg.Client({ connectionString: db.url })
 * // …
 * await db.stop()
 */
export async function startEmbedded({ dataDir }: { readonly dataDir: string }): Promise<EmbeddedDatabase> {
  const installed = await locatePackage(thisPlatform())
  const folder = layout(path.resolve(dataDir))
  const cache = cacheDir(process.platform, process.getuid?.() === 0, process.env)
  const joining = {
    folder,
    major: installed.version.split('.')[0] ?? '',
    binariesFor: (account) => usableBinaries(installed, account, cache),
  } satisfies Omit<Joining, 'mayInitialise'>

  await prepareDataDir(folder.dataDir)
  const first = await joinServer({ ...joining, mayInitialise: true })
  const kept = keepAttached(first, {
    rejoin: (signal) => joinServer({ ...joining, mayInitialise: false, signal }),
    detach: (attachment) => detach(folder, attachment),
    onLost: () =>
      process.emitWarning(
        `PostgreSQL on ${folder.home} ended while it was in use; it is started again, unless another process has done so.`,
        {
          code: 'server-lost',
          detail: `Its log is ${folder.log}`,
        },
      ),
    onGivenUp: (error) => process.emitWarning(error as Error),
  })
  return { url: first.url, stop: kept.leave }
}
