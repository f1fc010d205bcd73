import { expect, test } from 'vitest'
import { type FolderFacts, serverState } from '../src/server/server-state.ts'

const file = (status: string) => `4711\n/data\n1790000000\n24218\n\n127.0.0.1\n  2147455         4\n${status}\n`
const stopped: FolderFacts = { home: 'present', version: '18\n', owner: 'pawl_owner', pidFile: undefined, role: 'none' }
const running = (status: string): FolderFacts => ({
  ...stopped,
  pidFile: { text: file(status), ageMs: 0 },
  role: 'server',
})

test.each<[string, FolderFacts, object]>([
  ['no folder', { ...stopped, home: 'absent', version: undefined }, { tag: 'missing' }],
  ['a folder without a version', { ...stopped, version: undefined }, { tag: 'unfinished' }],
  ['a folder with an empty version', { ...stopped, version: '\n' }, { tag: 'unfinished' }],
  ['another major version', { ...stopped, version: '15\n' }, { tag: 'other-version', found: '15' }],
  ['a database without an owner file', { ...running('ready   '), owner: undefined }, { tag: 'other-owner' }],
  ['a database of another role', { ...stopped, owner: 'me' }, { tag: 'other-owner', found: 'me' }],
  ['no postmaster.pid', stopped, { tag: 'stopped' }],
  ['a process that is gone', { ...running('ready   '), role: 'none' }, { tag: 'dead' }],
  ['a process that is another program', { ...running('ready   '), role: 'other' }, { tag: 'stale', pid: 4711 }],
  ['a server that starts', running('starting'), { tag: 'starting' }],
  ['a server that stops', running('stopping'), { tag: 'stopping' }],
  ['a server that has not yet written its status', running(''), { tag: 'starting' }],
  ['a server that is ready', running('ready   '), { tag: 'live', pid: 4711, port: 24218 }],
  ['a file just made', { ...stopped, pidFile: { text: '', ageMs: 3 } }, { tag: 'starting' }],
  ['a file left empty', { ...stopped, pidFile: { text: '', ageMs: 60_000 } }, { tag: 'garbled' }],
  ['a file of nonsense', { ...stopped, pidFile: { text: '\0\0\0\0', ageMs: 60_000 } }, { tag: 'garbled' }],
])('%s', (_, facts, state) => {
  expect(serverState(facts, '18')).toEqual(state)
})

test('the version counts before anything a server of it may have left', () => {
  expect(serverState({ ...running('ready   '), version: '15' }, '18')).toEqual({ tag: 'other-version', found: '15' })
})
