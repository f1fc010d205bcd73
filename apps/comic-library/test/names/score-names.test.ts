import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { sourceArgs } from '../../../../tools/source-options.mjs'
import { scoreNames } from '../../src/names/score-names.ts'
import { scratchFolder } from '../archive/support/scratch-folder.ts'

const tool = fileURLToPath(new URL('../../tools/score-names.ts', import.meta.url))
const { write } = scratchFolder()
const right = {
  filename: 'Copper Lantern #3 (2014).cbz',
  expected: { series: 'Copper Lantern', issue: '3', year: '2014', volume: '' },
}
const wrong = { filename: 'Copper Lantern #3.cbz', expected: { series: 'Copper', issue: '3' } }

describe('the score on a table of names', () => {
  test('counts names and fields, and tells each difference', () => {
    expect(scoreNames([right, wrong])).toEqual({
      ...{ names: 2, right: 1, fields: 6, rightFields: 5 },
      differences: [{ filename: wrong.filename, field: 'series', expected: 'Copper', found: 'Copper Lantern' }],
    })
  })

  test('is printed for a table given by its path', async () => {
    const file = write('table.json', Buffer.from(JSON.stringify([right, { ...wrong, case: 'more than we know' }])))
    const { stdout } = await run(file)
    expect(stdout.trim().split('\n')).toEqual([
      wrong.filename,
      '  series: expected "Copper", read "Copper Lantern"',
      '1 of 2 names, 5 of 6 fields',
    ])
  })

  test('a table that is none is refused with what was expected', async () => {
    const refused = { code: 1, stderr: expect.stringContaining('not a table of names: expected') }
    await expect(run(write('none.json', Buffer.from('{}')))).rejects.toMatchObject(refused)
    await expect(run('/no/such/table.json')).rejects.toMatchObject(refused)
  })
})

function run(file: string): Promise<{ stdout: string }> {
  return promisify(execFile)(process.execPath, [...sourceArgs, tool, file])
}
