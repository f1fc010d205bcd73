import { describe, expect, test } from 'vitest'
import { ticksAfter } from './support/ticks-after.ts'

// 29 March 2026: at 2:00 (1:00 UTC) clocks in Berlin go to 3:00. 25 October 2026: at 3:00 (1:00 UTC) they go back to 2:00.
const berlin = 'Europe/Berlin'

describe('when clocks go forward', () => {
  test('a fixed time in the hour that is left out comes when the clocks have jumped, once', () => {
    expect(ticksAfter('30 2 * * *', berlin, '2026-03-28T00:00', 3)).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:00', // 3:00, in place of 2:30
      '2026-03-30T00:30',
    ])
  })

  test('several times a day: those in the hour that is left out do not come', () => {
    expect(ticksAfter('*/20 2,3 * * *', berlin, '2026-03-29T00:00', 4)).toEqual([
      '2026-03-29T01:00', // 3:00
      '2026-03-29T01:20',
      '2026-03-29T01:40',
      '2026-03-30T00:00', // 2:00
    ])
  })

  test('every so many minutes goes on evenly', () => {
    expect(ticksAfter('*/30 * * * *', berlin, '2026-03-29T00:00', 4)).toEqual([
      '2026-03-29T00:30',
      '2026-03-29T01:00',
      '2026-03-29T01:30',
      '2026-03-29T02:00',
    ])
  })

  test('where they jump at midnight, a job for midnight comes at one', () => {
    expect(ticksAfter('0 0 * * *', 'America/Sao_Paulo', '2018-11-03T12:00', 2)).toEqual([
      '2018-11-04T03:00',
      '2018-11-05T02:00',
    ])
  })
})

describe('when clocks go back', () => {
  test('a fixed time in the hour that comes twice comes once, the first time', () => {
    expect(ticksAfter('30 2 * * *', berlin, '2026-10-24T12:00', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
  })

  test('a fixed time is not due again for one who asks during the hour that repeats', () => {
    expect(ticksAfter('30 2 * * *', berlin, '2026-10-25T01:10', 1)).toEqual(['2026-10-26T01:30'])
  })

  test('several times a day: those in the hour that comes twice come twice', () => {
    expect(ticksAfter('0,30 2 * * *', berlin, '2026-10-24T22:00', 5)).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-10-26T01:00',
    ])
  })

  test('every so many minutes goes on evenly', () => {
    expect(ticksAfter('*/30 * * * *', berlin, '2026-10-25T00:00', 4)).toEqual([
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-10-25T02:00',
    ])
  })

  test('where they go by half an hour, too', () => {
    expect(ticksAfter('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00', 2)).toEqual([
      '2026-04-04T14:45',
      '2026-04-05T15:15',
    ])
  })
})
