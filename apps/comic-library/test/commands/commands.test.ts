import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createPawl, type Pawl } from 'pawl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comicsCommands } from '../../src/commands/comics-commands.ts'
import { apiOptions, scan, testFolder } from '../support/api-server.ts'
import { appDatabase } from '../support/app-database.ts'
import { caller } from '../support/call-command.ts'
import { addLibraryRow, addSeriesRows } from '../support/rows.ts'

const database = appDatabase()
const folder = testFolder()
const db = database.pool
let pawl: Pawl
beforeAll(() => {
  pawl = createPawl({ url: database.url, jobs: [], pipelines: [scan], migrate: false, worker: { pollMs: 50 } })
})
afterAll(() => pawl.stop({ graceMs: 0 }))
const call = caller(comicsCommands(apiOptions(folder)), () => ({ pawl, db }))

function madeFolder(name: string): string {
  const made = path.join(folder, name)
  mkdirSync(made, { recursive: true })
  return made
}

test('a library is added, listed, changed and forgotten', async () => {
  expect((await call('libraries')).err).toEqual(['no library yet; pawl comics add <folder> makes one'])
  expect(await call('scan')).toMatchObject({ code: 1, err: ['no library yet; pawl comics add <folder> makes one'] })
  const root = madeFolder('Comics')
  const added = await call(`add ${root}`, { options: { every: '12h' } })
  const [id] = added.out
  expect(added).toMatchObject({ code: 0, err: ['library Comics is added; pawl comics scan reads it'] })
  expect((await call('libraries')).out[0]).toMatch(
    new RegExp(`^Comics \\| ${id} \\| 0 \\| 0 \\| 0 \\| - \\| .* \\| ${root}$`),
  )
  const { data } = await call('change Comics', { options: { name: 'Other', watch: 'on', every: '0' }, json: true })
  expect(data).toMatchObject({ name: 'Other', watch: true, rescanEveryMs: null })
  expect((await call(`remove ${id}`)).err).toEqual(['library Other is forgotten'])
})

test.each([
  ['add /nowhere/at/all', {}, /the folder \/nowhere\/at\/all cannot be read \(ENOENT\)/],
  ['add /tmp', { every: 'daily' }, /expected a time as in 30m, 12h or 7d, up to 366d, or 0; got 'daily'/],
  ['scan nothing', {}, /there is no library 'nothing'/],
  ['change nothing', {}, /there is no library 'nothing'/],
  ['show x', {}, /expected the number of a series, as lists show it; got 'x'/],
  ['show 4711000', {}, /there is no series 4711000/],
  ['merge 1', {}, /expected the number of a series, .*; got ''/],
  ['merge 4711000 4711001', {}, /there is no series 4711000/],
  ['split 4711000 1', { as: 'New' }, /there is no series 4711000/],
  ['split 1 2', {}, /expected --as with a name for the new series; got ''/],
  ['cover 4711000', {}, /there is no series 4711000/],
  ['list', { limit: '0' }, /--limit takes a number from 1 to 500; got '0'/],
  ['list', { library: 'nothing' }, /there is no library 'nothing'/],
  ['reading nobody', {}, /there is no reader 'nobody'/],
  ['readers frobnicate ada', {}, /expected pawl comics readers add\|token\|remove <name>/],
  [['readers', 'add', 'a:b'], {}, /expected no blanks at its ends and no colon; got 'a:b'/],
] as const)('%s %j fails with one sentence', async (line, options, message) => {
  const error = (await call(line, { options }).catch((failed) => failed)) as Error
  expect(error.message).toMatch(message)
  expect(error.message).not.toContain('\n')
})

test('series are listed, shown, merged, split, and given a cover', async () => {
  const library = await addLibraryRow(db, undefined, 'Shelf')
  const bat = await addSeriesRows(db, library, 'Batman', [{ number: '1', title: 'Rain' }, { number: '2' }])
  const dark = await addSeriesRows(db, library, 'Dark Batman', [
    { number: '7', warning: { code: 'corrupt', text: 'cut off' } },
  ])
  expect((await call('list', { options: { search: 'BATMAN', library: 'Shelf' } })).out).toEqual([
    `${bat.id} | Batman | 2 | 2016 | House | Shelf`,
    `${dark.id} | Dark Batman | 1 | 2016 | House | Shelf`,
  ])
  expect((await call('list', { options: { after: 'Batman', search: 'batman' }, json: true })).data.series).toHaveLength(
    1,
  )
  const shown = await call(`show ${bat.id}`)
  expect(shown.out).toEqual([
    'Batman (House, 2016, Shelf): 2 issues\n',
    `${bat.issues[0]} | #1: Rain | 3 |  | Batman/Batman 1.cbz`,
    `${bat.issues[1]} | #2 | 3 |  | Batman/Batman 2.cbz`,
  ])
  expect((await call('skipped Shelf')).out).toEqual(['Dark Batman/Dark Batman 7.cbz | corrupt | cut off | Shelf'])
  await call(`cover ${bat.id} ${bat.issues[1]}`)
  expect((await call(`show ${bat.id}`, { json: true })).data.coverIssueId).toBe(bat.issues[1])
  expect((await call(`merge ${bat.id} ${dark.id}`)).err).toEqual([`series ${dark.id} has joined series ${bat.id}`])
  expect((await call(`merge ${dark.id}`, { options: { undo: true } })).err[0]).toContain(
    'stands on its own, with 1 issue',
  )
  const split = await call(`split ${bat.id} ${bat.issues[1]}`, { options: { as: 'Batman Annual' } })
  expect((await call(`show ${split.out[0]}`, { json: true })).data.issues).toMatchObject([{ id: bat.issues[1] }])
  const undone = await call(`split ${split.out[0]} ${bat.issues[1]}`, { options: { undo: true } })
  expect(undone.err).toEqual(['1 issue back where the names say'])
})

test('readers are added and removed, and what they have read is marked', async () => {
  const library = await addLibraryRow(db)
  const { id, issues } = await addSeriesRows(db, library, 'Read here', [{ number: '1' }, { number: '2' }])
  const added = await call('readers add ada', { json: true })
  expect(added.data).toMatchObject({ name: 'ada', token: expect.stringMatching(/^\w{26}$/) })
  expect(added.err.at(-1)).toContain(`/api/comic-library/open/${added.data.token}/opds`)
  await expect(call('readers add ada')).rejects.toThrow(/there is a reader ada already/)
  expect((await call('readers token ada')).out[0]).not.toBe(added.data.token)
  expect((await call('reading ada')).err).toEqual(['ada has begun nothing yet'])
  await call('read ada', { options: { issue: String(issues[0]) } })
  await call('read ada', { options: { issue: String(issues[1]), page: '2' } })
  expect((await call('reading ada')).out).toEqual([`${issues[1]} | Read here | #2 | page 2 of 3`])
  expect((await call(`show ${id}`, { options: { reader: 'ada' } })).out.slice(1)).toEqual([
    `${issues[0]} | #1 | 3 | read |  | Read here/Read here 1.cbz`,
    `${issues[1]} | #2 | 3 | page 2 |  | Read here/Read here 2.cbz`,
  ])
  await call(`read ada ${id}`)
  expect((await call('list', { options: { reader: 'ada', search: 'read here' } })).out[0]).toContain('| 2 | 2 |')
  await call(`read ada ${id}`, { options: { undo: true } })
  expect((await call('list', { options: { reader: 'ada', search: 'read here' } })).out[0]).toContain('| 2 | 0 |')
  expect((await call('readers remove ada')).err).toEqual(['reader ada is removed'])
})

test('a scan is done here where no worker serves it, or only started', async () => {
  const root = madeFolder('Scanned')
  await call(`add ${root}`)
  const detached = await call('scan Scanned', { options: { detach: true } })
  expect(detached.err).toEqual([expect.stringMatching(/^library Scanned is being scanned, by job_\d+$/)])
  const work = () => pawl.drain({ keepOpen: true })
  const { code, err, frames } = await call('scan Scanned', { work, isSeen: true })
  expect(code).toBe(0)
  expect(err).toEqual([
    'no worker serves scans: it is done here, until it has ended',
    `Scanned (${root}): a scan is under way, and looks once more at the end`,
    'Discovery complete: 0 files (0 new, 0 unchanged)',
  ])
  expect(frames.at(-1)).toEqual([])
  const { data } = await call('scan Scanned', { work, json: true, options: { again: 'all' } })
  expect(data.scans).toMatchObject([
    { state: 'done', phases: [{ phase: 'discovery', state: 'complete' }, {}, {}, {}, {}] },
  ])
  await expect(call('scan Scanned', { options: { again: 'some' } })).rejects.toThrow(
    /--again takes warned or all; got 'some'/,
  )
})

test('watching scans at once, and again when something has changed', async () => {
  const root = madeFolder('Watched')
  await call(`add ${root}`)
  const work = async () => pawl.start()
  const onSay = (text: string) => {
    if (text.startsWith('waiting')) writeFileSync(path.join(root, 'new.cbz'), 'new')
  }
  const { code, err } = await call('watch Watched', { work, onSay, options: { limit: '2' } })
  await pawl.stop({ keepOpen: true, graceMs: 0 })
  expect(code).toBe(0)
  expect(err.filter((line) => line.startsWith('Discovery complete'))).toHaveLength(2)
  expect(err).toContain('waiting for changes; end with Ctrl-C')
})

test('another drive that comes in the place of a watched folder is scanned, and watched from then on', async () => {
  const root = madeFolder('Mounted')
  await call(`add ${root}`)
  let waits = 0
  const onSay = (text: string) => {
    if (!text.startsWith('waiting')) return
    if (++waits === 1) {
      renameSync(root, `${root}-away`)
      mkdirSync(root)
    } else writeFileSync(path.join(root, `${waits}.cbz`), 'new')
  }
  // the first, one for the folder that left, one for that which came, and one for what is new in it
  const { code } = await call('watch Mounted', { work: async () => pawl.start(), onSay, options: { limit: '4' } })
  await pawl.stop({ keepOpen: true, graceMs: 0 })
  expect(code).toBe(0)
})
