import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AppColumn, AppCommand } from '@pawl/app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appDatabase } from '../support/app-database.ts'
import { type Bench, bench, sharedBench } from '../support/test-reports.ts'

const database = appDatabase()
const shared = sharedBench(database)
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pawl-site-reports-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Call = { readonly options?: Record<string, string | boolean>; readonly json?: boolean }

/** Calls a command as `pawl` would, and returns what it printed and said. Cells of a table are parted by a bar. */
async function call({ app, pawl }: Bench, line: string, { options = {}, json = false }: Call = {}) {
  const [name, ...args] = line.split(' ')
  const command = app.commands!.find((each) => each.name === name) as AppCommand
  const [out, err]: [string[], string[]] = [[], []]
  const print = (text: string) => void out.push(text)
  const say = (text: string) => void err.push(text)
  const printList = <Row>(
    columns: readonly AppColumn<Row>[],
    rows: readonly Row[],
    { none, data = rows }: { none: string; data?: unknown },
  ) => {
    if (json) print(JSON.stringify(data))
    else if (rows.length === 0) say(none)
    else for (const row of rows) print(columns.map(({ cell }) => String(cell(row) ?? '-')).join(' | '))
  }
  const live = () => ({ isSeen: false, show: () => {}, say, bar: () => '', end: () => {} })
  const work = async () => {}
  const code = await command.run({ pawl, db: database.pool, args, options, json, print, say, printList, live, work })
  return { code, out, err, data: json ? JSON.parse(out.join('\n')) : undefined }
}

test('a report is asked for and waited for, listed, shown, tried again, compared, shared and deleted', async () => {
  const made = await bench(database)
  expect((await call(made, 'list')).err).toEqual(['no report yet; pawl site-reports add <url> asks for one'])
  const added = await call(made, 'add lantern-bakery.example', { json: true })
  const { id } = added.data
  expect(added.data).toEqual({ id: expect.any(Number), isNew: true })
  expect((await call(made, 'add lantern-bakery.example')).err).toEqual([`report ${id} was under way already`])
  expect((await call(made, `show ${id}`)).out[0]).toMatch(/, in-progress\n {2}website-analysis {3}queued/)
  await made.pawl.start()
  const waited = await call(made, 'add lantern-bakery.example', { options: { wait: true } })
  expect(waited).toMatchObject({ code: 0, out: [expect.stringMatching(/^# Lantern Bakery/)] })
  expect(waited.err.at(-1)).toBe(`report ${id}: completed`)
  expect((await call(made, 'list')).out[0]).toMatch(
    new RegExp(`^${id} \\| https://lantern-bakery.example/ \\| completed \\|`),
  )
  const file = path.join(folder, 'report.html')
  await call(made, `show ${id}`, { options: { format: 'html', to: file } })
  expect(await readFile(file, 'utf8')).toMatch(/^<!doctype html>/i)
  expect((await call(made, `retry ${id}`, { options: { from: 'prompt-forming' } })).err).toEqual([
    `report ${id} goes on from prompt-forming`,
  ])
  await call(made, 'add lantern-bakery.example', { options: { wait: true } })
  const other = await call(made, 'add lantern-bakery.example', { options: { wait: true }, json: true })
  expect(other.data.host).toBe('lantern-bakery.example')
  expect((await call(made, 'compare lantern-bakery.example')).out[0]).toContain('lantern-bakery.example')
  expect((await call(made, `share ${id}`)).out[0]).toMatch(/^\/api\/site-reports\/open\/reports\/[\w-]{43}$/)
  expect((await call(made, `delete ${id}`)).err).toEqual([`report ${id} is gone`])
})

test('a file of sites is analysed, with what cannot be named; lists are shown and cancelled', async () => {
  const made = await bench(database)
  const file = path.join(folder, 'sites.txt')
  await writeFile(file, '# mine\nsite-1.example\n\nhttp://127.0.0.1/\nsite-2.example\n')
  const bulk = await call(made, `bulk ${file}`, { options: { name: 'mine' } })
  expect(bulk.err).toEqual([expect.stringContaining('http://127.0.0.1/: this address cannot be analysed')])
  const [, list] = /^list (\d+): 2 sites, 0 done, 2 under way, 0 failed, 0 cancelled, 1 refused$/.exec(bulk.out[0]!)!
  expect((await call(made, `bulk ${list}`, { options: { cancel: true } })).out[0]).toContain('2 cancelled')
  expect((await call(made, 'bulk')).out[0]).toMatch(new RegExp(`^${list} \\| mine \\| 1 \\|`))
  const rerun = await call(made, 'rerun site-1.example', { options: { hours: '24' }, json: true })
  expect(rerun.data.reruns).toMatchObject([{ address: 'https://site-1.example/', everyMs: 86_400_000 }])
  expect((await call(made, 'rerun', { options: { end: String(rerun.data.reruns[0].id) } })).code).toBe(0)
})

test.each([
  ['add nonsense', {}, /cannot be analysed: it is not a whole address/],
  ['add http://192.168.1.1/', {}, /inside of the network/],
  ['show x', {}, /expected the number of a report, as lists show it; got 'x'/],
  ['show 4711000', {}, /there is no report 4711000/],
  ['cancel 4711000', {}, /there is no report/],
  ['retry 4711000', { from: 'nowhere' }, /--from is one of website-analysis, prompt-forming, model-analysis/],
  ['share 4711000', {}, /there is no report/],
  ['compare 1 4711000', {}, /there is no report/],
  ['bulk /nowhere.txt', {}, /expected a file of addresses, or the number of a list/],
  ['list', { status: 'lost' }, /--status is one of not-started/],
  ['list', { limit: '0' }, /--limit takes a number from 1 to 500; got '0'/],
  ['rerun a.example', { hours: '0' }, /--hours takes a whole number/],
])('%s %j fails with one sentence', async (line, options, message) => {
  const made = shared()
  const error = (await call(made, line, { options }).catch((failed) => failed)) as Error
  expect(error.message).toMatch(message)
  expect(error.message).not.toContain('\n')
})
