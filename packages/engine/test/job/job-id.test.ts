import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jobId, jobPosition } from '../../src/job/job-id.ts'

test('an id is never all digits, and gives its position back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_007_199_254_740_991 }), (position) => {
      expect(jobId(position)).not.toMatch(/^\d+$/)
      expect(jobPosition(jobId(position))).toBe(position)
    }),
  )
})

test.each([
  '123',
  'job_',
  'job_12x',
  'JOB_12',
  ' job_12',
  'job_12\n',
  'job_-1',
  'job_1.5',
  'job_99999999999999999',
  '',
])('%j is refused, and the message shows what an id looks like', (text) => {
  expect(() => jobPosition(text)).toThrow(`a job id looks like 'job_123'; got '${text}'`)
})

test('a job has one id only: other ways to write its number are refused', () => {
  for (const text of ['job_007', 'job_0']) expect(() => jobPosition(text)).toThrow('a job id looks like')
})

test('something that is not even a text is refused in the same words', () => {
  for (const value of [undefined, null, 12, {}])
    expect(() => jobPosition(value as never)).toThrow('a job id looks like')
})
