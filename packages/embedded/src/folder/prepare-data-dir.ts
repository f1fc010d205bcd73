import { access, constants, mkdir } from 'node:fs/promises'
import { EmbeddedError } from '../embedded-error.ts'
import { setDatabaseUrl } from '../set-database-url.ts'

/** Makes the data folder for its owner alone. One that is there keeps its mode: it may hold other things. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new EmbeddedError(
      'folder-unusable',
      `The data folder ${dataDir} cannot be used: ${(cause as Error).message}. ` +
        `Set PAWL_DATA_DIR to a folder that this user can write. ${setDatabaseUrl}`,
      cause,
    )
  }
}
