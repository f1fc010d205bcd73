import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { problemIn } from '@pawl/app/testing'
import { expect, test } from 'vitest'
import { apiServer, testFolder } from '../support/api-server.ts'
import { appDatabase } from '../support/app-database.ts'
import { addLibraryRow, addSeriesRows } from '../support/rows.ts'

const database = appDatabase()
const folder = testFolder()
const db = database.pool

function madeFolder(name: string): string {
  const made = path.join(folder, name)
  mkdirSync(made, { recursive: true })
  return made
}

test('a library is made of a folder, changed, and forgotten with all that is in it; the folder stays', async () => {
  const { send, get, ask } = await apiServer(database, folder)
  const root = madeFolder('Comics')
  symlinkSync(root, path.join(folder, 'link'))
  const added = await send('POST', '/libraries', { path: path.join(folder, 'link'), watch: true })
  expect(added).toMatchObject({
    name: 'Comics',
    root,
    watch: true,
    rescanEveryMs: 86_400_000,
    series: 0,
    scannedAt: null,
  })
  const change = { name: 'Other', rescanEveryMs: 3_600_000 }
  expect(await send('PATCH', `/libraries/${added.id}`, change)).toMatchObject({ ...change, watch: true })
  expect(await send('PATCH', `/libraries/${added.id}`, { rescanEveryMs: null })).toMatchObject({
    name: 'Other',
    rescanEveryMs: null,
    nextScanAt: null,
  })
  await addSeriesRows(db, { id: added.id, root }, 'A', [{}, {}])
  expect((await get('/libraries')).libraries).toMatchObject([{ series: 1, issues: 2 }])
  await send('DELETE', `/libraries/${added.id}`)
  expect((await get('/libraries')).libraries).toEqual([])
  expect((await ask(`/libraries/${added.id}`, { method: 'DELETE' })).status).toBe(404)
})

test('what cannot be a library is refused with the reason', async () => {
  const { send, ask } = await apiServer(database, folder)
  const root = madeFolder('Taken')
  writeFileSync(path.join(folder, 'file'), '')
  await send('POST', '/libraries', { path: root })
  const reason = async (json: unknown) => {
    const answer = await ask('/libraries', { method: 'POST', json })
    const { code, detail } = await problemIn(answer)
    return [answer.status, code, detail]
  }
  expect(await reason({ path: 'Comics' })).toEqual([400, 'invalid-folder', expect.stringContaining('the whole path')])
  expect(await reason({ path: '/nowhere/at/all' })).toEqual([400, 'invalid-folder', expect.stringContaining('ENOENT')])
  expect(await reason({ path: path.join(folder, 'file') })).toEqual([
    400,
    'invalid-folder',
    expect.stringContaining('is no folder'),
  ])
  expect(await reason({ path: root })).toEqual([409, 'folder-taken', `${root} is the library Taken (${root})`])
  expect((await reason({ path: madeFolder('Taken/below') }))[1]).toBe('folder-taken')
  expect((await reason({ path: folder }))[1]).toBe('folder-taken')
  expect(await reason({ path: madeFolder('New'), name: 'Taken' })).toEqual([
    409,
    'name-taken',
    expect.stringContaining('another name'),
  ])
  const { id } = await send('POST', '/libraries', { path: madeFolder('New') })
  expect((await ask(`/libraries/${id}`, { method: 'PATCH', json: { name: 'Taken' } })).status).toBe(409)
  expect((await ask('/libraries/4711000', { method: 'PATCH', json: { name: 'X' } })).status).toBe(404)
})

test('other rules about what is one series let all files be read anew', async () => {
  const { send } = await apiServer(database, folder)
  const library = await addLibraryRow(db)
  await addSeriesRows(db, library, 'Ruled', [{}, {}])
  const pending = async () =>
    (
      await db.query(`select count(*)::int as n from comic_library.file where library_id = $1 and status = 'pending'`, [
        library.id,
      ])
    ).rows[0].n
  await send('PATCH', `/libraries/${library.id}`, { watch: true, keepYearsApart: false })
  expect(await pending()).toBe(0)
  await send('PATCH', `/libraries/${library.id}`, { keepYearsApart: true })
  expect(await pending()).toBe(2)
})

test('a scan is started by who may act, one at a time, and tells how far it is', async () => {
  const { pawl, send, get, ask } = await apiServer(database, folder)
  const { id } = await addLibraryRow(db)
  expect(await get(`/libraries/${id}/scan`)).toEqual({ scan: null })
  const first = await send('POST', `/libraries/${id}/scan`)
  expect(first).toEqual({ jobId: expect.stringMatching(/^job_/), isNew: true })
  expect(await send('POST', `/libraries/${id}/scan`, {})).toEqual({ jobId: first.jobId, isNew: false })
  expect((await get(`/libraries/${id}/scan`)).scan).toMatchObject({
    state: 'queued',
    phases: [{ state: 'waiting' }, {}, {}, {}, {}],
  })
  await pawl.drain({ keepOpen: true })
  const { scan } = await get(`/libraries/${id}/scan`)
  expect(scan).toMatchObject({ state: 'done', jobId: first.jobId, error: null, counts: { filesFound: 0 } })
  expect(scan.phases[0]).toMatchObject({
    ...{ phase: 'discovery', state: 'complete' },
    line: 'Discovery complete: 0 files (0 new, 0 unchanged)',
  })
  expect((await ask(`/libraries/${id}/scan`, { method: 'POST', token: 'read-token-of-the-tests' })).status).toBe(403)
  expect((await ask('/libraries/4711000/scan', { method: 'POST' })).status).toBe(404)
})

test('what was skipped is told with the reason, in the order of paths, page by page', async () => {
  const { get } = await apiServer(database, folder)
  const library = await addLibraryRow(db)
  const { issues } = await addSeriesRows(db, library, 'Faulty', [
    { path: 'b.cbz', warning: { code: 'corrupt', text: 'broken or cut off' } },
    { path: 'c.cbz' },
  ])
  await db.query(
    `insert into comic_library.skipped (library_id, relative_path, reason) values ($1, 'a.pdf', 'unsupported-format'), ($1, 'd', 'link')`,
    [library.id],
  )
  const all = [
    { path: 'a.pdf', code: 'unsupported-format', reason: 'none of zip, rar and 7z, which are read', issueId: null },
    { path: 'b.cbz', code: 'corrupt', reason: 'broken or cut off', issueId: issues[0] },
    { path: 'd', code: 'link', reason: expect.stringContaining('is not followed'), issueId: null },
  ]
  expect(await get(`/libraries/${library.id}/skipped`)).toEqual({ skipped: all, next: null })
  const page = await get(`/libraries/${library.id}/skipped?limit=2`)
  expect((await get(`/libraries/${library.id}/skipped?after=${page.next}`)).skipped).toEqual(all.slice(2))
  expect((await get(`/libraries/${library.id}`)).skipped).toBe(3)
})

test('folders of the system are no libraries, by whatever path they are named', async () => {
  const { ask } = await apiServer(database, folder)
  symlinkSync('/etc', path.join(folder, 'comics-of-the-system'))
  symlinkSync('/proc/self', path.join(folder, 'process'))
  const paths = ['/etc', '/etc/', '/proc', '/proc/self/fd', '/sys', '/dev', '/', '/tmp/../etc', '/etc/ssl']
  const links = ['comics-of-the-system', 'process'].map((name) => path.join(folder, name))
  for (const given of [...paths, ...links]) {
    const answer = await ask('/libraries', { method: 'POST', json: { path: given } })
    const { code, detail } = await problemIn(answer)
    expect([given, answer.status, code]).toEqual([given, 400, 'system-folder'])
    expect(detail).toContain('cannot be a library')
  }
})
