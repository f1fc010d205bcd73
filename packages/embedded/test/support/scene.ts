import { mkdtemp, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, vi } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '../../src/index.ts'
import { serverOf } from './server-of.ts'
import { type UserOptions, type UserProcess, userProcess } from './user-process.ts'

/** Folders, users and servers of one test. Whatever happens in it, all of them are gone when it ends. */
export function scene() {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
  const roots: string[] = []
  const folders = new Set<string>()
  const handles: EmbeddedDatabase[] = []
  const users: UserProcess[] = []

  afterEach(async () => {
    await Promise.all(users.splice(0).map((user) => user.kill()))
    await Promise.allSettled(handles.splice(0).map((handle) => handle.stop()))
    for (const folder of folders) await serverOf(folder).end('SIGQUIT')
    folders.clear()
    await Promise.all(roots.splice(0).map((root) => rm(root, { recursive: true, maxRetries: 5 })))
  })

  /** An empty folder, readable by nobody else. */
  async function emptyFolder(): Promise<string> {
    const root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'pawl-embedded-')))
    roots.push(root)
    return root
  }

  return {
    emptyFolder,

    /** The name of a data folder that does not exist yet. */
    async dataDir(name = 'data'): Promise<string> {
      const dataDir = path.join(await emptyFolder(), name)
      folders.add(dataDir)
      return dataDir
    },

    /** Says that a server may run on a folder made otherwise. */
    watch(dataDir: string): string {
      folders.add(dataDir)
      return dataDir
    },

    async start(dataDir: string): Promise<EmbeddedDatabase> {
      const handle = await startEmbedded({ dataDir })
      handles.push(handle)
      return handle
    },

    user(dataDir: string | undefined, options?: UserOptions): UserProcess {
      const user = userProcess(dataDir, options)
      users.push(user)
      return user
    },
  }
}
