import { mkdirSync, renameSync } from 'node:fs'
import type { AppServices } from '@pawl/server'
import type { PhasesDefinition } from 'pawl'
import { expect, test } from 'vitest'
import { addLibrary } from '../../src/tables/libraries.ts'
import { WatchLibraries } from '../../src/watch/watch-libraries.ts'
import { peopleDatabase } from '../support/people-database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const { pool: db } = peopleDatabase()
const folder = temporaryFolder()

test('a drive that comes back is scanned, and watched again', async () => {
  const root = `${folder.path}/comics`
  mkdirSync(root)
  const rules = { keepYearsApart: false, keepPublishersApart: false, rescanEveryMs: null }
  const id = await addLibrary(db, { name: 'Comics', root, watch: true, ...rules })
  const scans: string[] = []
  let scanned = () => {}
  const start = async (_: unknown, subject: string) => {
    scans.push(subject)
    scanned()
  }
  const services = { db, pawl: { pipelines: { start } } } as unknown as AppServices
  const settings = { watching: { quietMs: 300, pollMs: 1_000_000 } }
  const watching = new WatchLibraries(services, { scan: {} as PhasesDefinition, settings })
  await watching.runOnce()
  expect(scans).toEqual([])
  renameSync(root, `${root}-away`)
  await watching.runOnce()
  renameSync(`${root}-away`, root)
  await watching.runOnce()
  expect(scans).toContain(String(id))
  const again = new Promise<void>((resolve) => {
    scanned = resolve
  })
  folder.write('comics/1.cbz', 'one')
  await again
  await watching.stop()
})
