import { describe, expect, test } from 'vitest'
import type { FileName } from '../../src/names/file-name.ts'
import { parseFileName } from '../../src/names/parse-file-name.ts'
import { fileNames } from './file-names.ts'

const nothing: FileName = {
  ...{ series: null, number: null, lastNumber: null, count: null, volume: null, lastVolume: null },
  ...{ year: null, title: null, isSpecial: false, remainder: null },
}

describe('the name of a file', () => {
  test.each(fileNames)('%s', (name, told) => {
    expect(parseFileName(name)).toEqual({ ...nothing, ...told })
  })

  test('a hostile name takes no longer than others', () => {
    const names = ['(', '[', '#', '1-', ' 1', 'v1', '.a', '第', '(()', '0', ' -', '\u0000', 'of 1 ', 'c1']
    for (const part of names) expect(parseFileName(`${part.repeat(100_000)}.cbz`)).toBeDefined()
  })
})
