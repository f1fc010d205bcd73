import { expect, test } from 'vitest'
import { exitReason } from '../src/server/exit-reason.ts'

const line = (pid: number, text: string) => `2026-01-01 00:00:00.000 UTC [${pid}] ${text}\n`

test.each([
  ['data-in-use', 'FATAL:  lock file "postmaster.pid" already exists'],
  ['data-in-use', 'FATAL:  lock file "postmaster.pid" is empty'],
  ['data-in-use', 'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use'],
  ['port-taken', 'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use'],
  ['failed', 'FATAL:  could not locate a valid checkpoint record'],
] as const)('%s: %s', (reason, text) => {
  expect(exitReason(line(7, text), 7)).toBe(reason)
})

test('the lines of another starter in the same log do not count', () => {
  const log = line(8, 'FATAL:  lock file "postmaster.pid" already exists') + line(7, 'FATAL:  data is damaged')
  expect(exitReason(log, 7)).toBe('failed')
})
