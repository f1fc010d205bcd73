import { expect, test } from 'vitest'
import { PawlError } from '../../src/errors.ts'
import { checkEnqueueOptions, type EnqueueOptions } from '../../src/job/enqueue-options.ts'

const check = (options: object) => () => checkEnqueueOptions(options as EnqueueOptions)

test('all options together are understood', () => {
  const at = new Date('2030-01-01')
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  expect(check({ runAt: at, priority: 0, startBefore: at, source: 'api', trace, tx: {} })).not.toThrow()
  expect(check({ delayMs: 0.5, priority: 9 })).not.toThrow()
  expect(check({})).not.toThrow()
})

test('an unknown option is refused with the right one', () => {
  expect(check({ runat: new Date('2030-01-01') })).toThrow("enqueue has no option 'runat'; did you mean 'runAt'?")
  expect(check({ delay: 5 })).toThrow('enqueue has no option')
  expect(check({ delayMS: 5 })).toThrow("did you mean 'delayMs'?")
})

test.each([-1, 10, 1.5, '1', Number.NaN, null])('%j is not a priority', (priority) => {
  expect(check({ priority })).toThrow('priority must be a whole number from 0 to 9')
})

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '5', null])('%j is not a delay', (delayMs) => {
  expect(check({ delayMs })).toThrow('delayMs must be a number from 0 to')
})

test.each(['runAt', 'startBefore'])('%s takes a valid Date and nothing else', (name) => {
  for (const value of [new Date('nonsense'), '2030-01-01', 1_900_000_000_000, null]) {
    expect(check({ [name]: value })).toThrow(`${name} must be a valid Date`)
  }
})

test('two options that both say when to run are refused', () => {
  expect(check({ runAt: new Date('2030-01-01'), delayMs: 5 })).toThrow('pass one of them')
})

test('each refusal carries a code for programs', () => {
  const codeOf = (options: object) => {
    try {
      checkEnqueueOptions(options)
    } catch (error) {
      return error instanceof PawlError ? error.code : undefined
    }
    return 'accepted'
  }
  expect(codeOf({ prioritty: 1 })).toBe('unknown-option')
  expect(codeOf({ priority: 11 })).toBe('invalid-option')
})
