import { expect, test } from 'vitest'
import { issueName } from '../../src/api/issue-name.ts'

const none = { number: null, lastNumber: null, volume: null, title: null, fileName: 'A file.v2.cbz' }

test.each([
  [{ number: '12' }, '#12'],
  [{ number: '1', lastNumber: '6', title: 'Rain' }, '#1–6: Rain'],
  [{ number: '3', volume: '2' }, 'Vol. 2 #3'],
  [{ number: '3', volume: '3', title: 'Rain' }, 'Vol. 3: Rain'],
  [{ number: '3', volume: '2016' }, '#3'],
  [{ volume: '2016' }, 'A file.v2'],
  [{ title: 'Rain' }, 'Rain'],
  [{}, 'A file.v2'],
])('an issue with %j is called %s', (issue, name) => {
  expect(issueName({ ...none, ...issue })).toBe(name)
})
