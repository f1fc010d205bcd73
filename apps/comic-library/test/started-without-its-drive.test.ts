import { mkdirSync, renameSync } from 'node:fs'
import type { AppServices } from '@pawl/app'
import type { PhasesDefinition } from 'pawl'
import { expect, test } from 'vitest'
import { comicLibrarySettings } from '../src/options.ts'
import { librariesFromStart } from '../src/watch/libraries-from-start.ts'
import { appDatabase } from './support/app-database.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const { pool: db } = appDatabase()
const drive = temporaryFolder()
const archives = { close: async () => {} }
const scan = {} as PhasesDefinition

test('a library whose drive is away keeps nothing from starting, and one that was never there does', async () => {
  const folder = `${drive.path}/comics`
  mkdirSync(folder)
  const asked: string[] = []
  const start = async (_: unknown, subject: string) => asked.push(subject)
  const services = { db, pawl: { pipelines: { start } } } as unknown as AppServices
  const begin = librariesFromStart({ settings: comicLibrarySettings({ libraries: [{ folder }] }), scan, archives })
  await (await begin(services)).stop()
  expect(asked).toHaveLength(1)
  renameSync(folder, `${folder}-away`)
  await (await begin(services)).stop()
  const other = comicLibrarySettings({ libraries: [{ folder: `${drive.path}/other` }] })
  await expect(librariesFromStart({ settings: other, scan, archives })(services)).rejects.toThrow(/cannot be read/)
})
