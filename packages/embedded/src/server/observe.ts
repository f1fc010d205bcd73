import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedError } from '../embedded-error.ts'
import type { Layout } from '../folder/layout.ts'
import { readIfThere } from '../folder/read-if-there.ts'
import { setDatabaseUrl } from '../set-database-url.ts'
import { parsePostmasterFile } from './postmaster-file.ts'
import { processRole } from './process-role.ts'
import type { FolderFacts } from './server-state.ts'

/** Reads what a data folder says about its server. */
export async function observe(folder: Layout): Promise<FolderFacts> {
  try {
    const pidFile = await readPidFile(folder.pidFile)
    const recorded = pidFile && parsePostmasterFile(pidFile.text)
    return {
      home: await readHome(folder.home),
      owner: (await readIfThere(folder.owner))?.trim(),
      version: await readIfThere(path.join(folder.data, 'PG_VERSION')),
      pidFile,
      role: recorded ? await processRole(recorded.pid, folder.data) : 'none',
    }
  } catch (cause) {
    throw new EmbeddedError(
      'folder-unusable',
      `The database folder ${folder.home} cannot be read: ${(cause as Error).message}. ` +
        `Run this as the user who owns it, or set PAWL_DATA_DIR to another folder. ${setDatabaseUrl}`,
      cause,
    )
  }
}

async function readHome(home: string): Promise<FolderFacts['home']> {
  try {
    return (await readdir(home)).length === 0 ? 'absent' : 'present'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return 'absent'
    if (code === 'ENOTDIR') return 'present'
    throw error
  }
}

async function readPidFile(file: string): Promise<FolderFacts['pidFile']> {
  const text = await readIfThere(file)
  if (text === undefined) return undefined
  const written = await stat(file).catch(() => undefined)
  return written && { text, ageMs: Date.now() - written.mtimeMs }
}
