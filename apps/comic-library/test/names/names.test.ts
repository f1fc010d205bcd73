import { describe, expect, test } from 'vitest'
import { namingFolder } from '../../src/names/naming-folder.ts'
import { parseFolderName } from '../../src/names/parse-folder-name.ts'
import { seriesKey } from '../../src/names/series-key.ts'

describe('the name of a folder', () => {
  test.each([
    ['Copper Lantern', 'Copper Lantern', null, null],
    ['Copper Lantern (2016)', 'Copper Lantern', null, 2016],
    ['Copper Lantern (2016-)', 'Copper Lantern', null, 2016],
    ['Copper Lantern (2011 - 2016)', 'Copper Lantern', null, 2011],
    ['Copper Lantern (2016 – Present)', 'Copper Lantern', null, 2016],
    ['Copper Lantern [2016]', 'Copper Lantern', null, 2016],
    ['Copper Lantern (2016) (Digital) (Somebody)', 'Copper Lantern', null, 2016],
    ['Copper Lantern (2016) - Complete', 'Copper Lantern', null, 2016],
    ['(2016) Copper Lantern', 'Copper Lantern', null, 2016],
    ['Copper_Lantern_(2016)', 'Copper Lantern', null, 2016],
    ['Copper Lantern v2 (2016)', 'Copper Lantern', '2', 2016],
    ['Copper Lantern Vol. 2', 'Copper Lantern', '2', null],
    ['Copper Lantern (Vol. 2) (2016)', 'Copper Lantern', '2', 2016],
    ['Copper Lantern, Volume 02', 'Copper Lantern', '2', null],
    ['[Somebody] Copper Lantern', 'Copper Lantern', null, null],
    ['Copper Lantern (Digital)', 'Copper Lantern', null, null],
    ['Copper Lantern (Black and White)', 'Copper Lantern (Black and White)', null, null],
    ['Lantern 2049', 'Lantern 2049', null, null],
    ['2000 Lanterns', '2000 Lanterns', null, null],
    ['Volume 1', 'Volume 1', '1', null],
    ['(2016)', '(2016)', null, 2016],
    ['銅の灯 第3巻', '銅の灯', '3', null],
  ])('%s', (name, series, volume, year) => {
    expect(parseFolderName(name)).toEqual({ series, volume, year })
  })
})

describe('the folder that names a series', () => {
  test.each([
    ['Copper Lantern (2016)/Copper Lantern 001.cbz', 'Copper Lantern (2016)'],
    ['Publisher/Copper Lantern (2016)/001.cbz', 'Copper Lantern (2016)'],
    ['Copper Lantern/Volume 01/001.cbz', 'Copper Lantern'],
    ['Copper Lantern/Season 2/Vol. 3/001.cbz', 'Copper Lantern'],
    ['Copper Lantern (2016)/2017/001.cbz', 'Copper Lantern (2016)'],
    ['Copper Lantern/Annuals/Copper Lantern Annual 1.cbz', 'Copper Lantern'],
    ['Copper Lantern/Volume of Lanterns/001.cbz', 'Volume of Lanterns'],
    ['Volume 1/001.cbz', 'Volume 1'],
    ['Copper Lantern 001 (2016).cbz', undefined],
  ])('%s', (path, folder) => {
    expect(namingFolder(path)).toBe(folder)
  })
})

describe('the key of a series', () => {
  test.each([
    ['Copper Lantern', 'COPPER  LANTERN'],
    ['Copper-Lantern: Blue', 'Copper Lantern - Blue'],
    ["Lantern's Well", 'Lantern’s Well'],
    ["Lantern's Well", 'Lanterns Well'],
    ['Lantern & Well', 'Lantern and Well'],
    ['S.H.O.R.E.', 'SHORE'],
    ['Caf\u00e9 Lantern', 'Cafe\u0301 Lantern'],
    ['Straße der Laternen', 'STRASSE DER LATERNEN'],
    ['ΦΑΝΟΣ', 'φανος'],
    ['Ｃｏｐｐｅｒ Lantern', 'Copper Lantern'],
    ['Copper\u200b Lantern', 'Copper Lantern'],
    ['Copper.Lantern', 'Copper Lantern'],
  ])('%s and %s are one', (one, other) => {
    expect(seriesKey(one)).toBe(seriesKey(other))
  })

  test.each([
    ['The Lantern', 'Lantern'],
    ['Lantern', 'Lanterns'],
    ['Lantern 2', 'Lantern'],
    ['Café', 'Cafe'],
    ['C+', 'C'],
    ['!!!', '???'],
  ])('%s and %s are two', (one, other) => {
    expect(seriesKey(one)).not.toBe(seriesKey(other))
  })

  test('a key is its own key', () => {
    for (const name of [
      'Copper-Lantern: Blue',
      "Lantern's & Wells",
      'ΦΑΝΟΣ',
      '!!!',
      'Straße',
      'İstanbul',
      '½ Lantern',
    ]) {
      expect(seriesKey(seriesKey(name))).toBe(seriesKey(name))
    }
  })
})
