import { copyFile, open } from 'node:fs/promises'
import type { Layout } from '../folder/layout.ts'

/**
 * Gives a postmaster.pid without a process id the id of this process: PostgreSQL starts over a file of its parent, and
 * over no garbled one. The file is written in place: if a server replaces it this very moment, what is changed here
 * is the old file and not the server's. A copy of what was found stays beside the data.
 */
export async function adoptPidFile({ home, pidFile }: Layout): Promise<void> {
  const file = await open(pidFile, 'r+').catch(() => undefined)
  if (!file) return
  try {
    await copyFile(pidFile, `${home}/postmaster.pid.garbled-${Math.round((await file.stat()).mtimeMs)}`)
    await file.truncate(0)
    await file.write(`${process.pid}\n`, 0)
  } finally {
    await file.close()
  }
}
