import { describe, expect, test } from 'vitest'
import { scoreNamesCommand } from '../../src/commands/score-names.ts'
import { scoreNames } from '../../src/names/score-names.ts'
import { scratchFolder } from '../archive/support/scratch-folder.ts'

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
    const { lines, code } = await run(file)
    expect(code).toBe(0)
    expect(lines.at(-1)).toBe('1 of 2 names, 5 of 6 fields')
    expect(lines[0]).toContain('expected "Copper", read "Copper Lantern"')
  })

  test('a table that is none is refused with what was expected', async () => {
    await expect(run(write('none.json', Buffer.from('{}')))).rejects.toThrow(/not a table of names: expected/)
    await expect(run(write('text.json', Buffer.from('names')))).rejects.toThrow(/is not JSON/)
    await expect(run('/no/such/table.json')).rejects.toThrow(/cannot read the table/)
  })
})

async function run(file: string): Promise<{ lines: readonly string[]; code: number }> {
  const lines: string[] = []
  const context = { args: [file], json: false, print: (line: string) => lines.push(line), say: () => {} }
  const code = await scoreNamesCommand.run(context as unknown as Parameters<typeof scoreNamesCommand.run>[0])
  return { lines, code }
}
