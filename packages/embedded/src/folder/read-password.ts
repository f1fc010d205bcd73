import { EmbeddedError } from '../embedded-error.ts'
import { setDatabaseUrl } from '../set-database-url.ts'
import type { Layout } from './layout.ts'
import { readIfThere } from './read-if-there.ts'

export async function readPassword({ password: file, dataDir }: Layout): Promise<string> {
  const password = (await readIfThere(file))?.trim()
  if (password) return password
  throw new EmbeddedError(
    'password-missing',
    `The database in ${dataDir} has no password file any more: expected ${file}. ` +
      `Put it back from a backup, or set PAWL_DATA_DIR to another folder to begin with an empty database. ${setDatabaseUrl}`,
  )
}
