import { expect, test } from 'vitest'
import { Undo } from '../src/up/undo.ts'

test('all is undone, the last first, also when a step fails; its error comes at the end', async () => {
  const undone: string[] = []
  const undo = new Undo()
  undo.add(() => undone.push('first'))
  undo.add(() => Promise.reject(new Error('no')))
  undo.add(() => undone.push('last'))
  await expect(undo.run()).rejects.toThrow('no')
  expect(undone).toEqual(['last', 'first'])
  await undo.run()
  expect(undone).toHaveLength(2)
})
