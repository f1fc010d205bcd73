import { expect, test } from 'vitest'
import { palette } from '../src/terminal/palette.ts'
import { lineLogger } from '../src/up/line-logger.ts'

const now = () => new Date('2026-05-01T12:00:01Z')
const at = new Date('2026-05-01T12:00:00Z')

function logged(
  json: boolean,
  level: 'debug' | 'warn' = 'debug',
): { lines: string[]; logger: ReturnType<typeof lineLogger> } {
  const lines: string[] = []
  const logger = lineLogger({ level, json, colours: palette(false), write: (line) => void lines.push(line), now })
  return { lines, logger }
}

test('for programs a line is an object, and the time of the event does not take the place of its own', () => {
  const { lines, logger } = logged(true)
  logger.info({ at, ids: ['job_1'], err: new TypeError('no') }, 'schedule.fire')
  expect(JSON.parse(lines[0]!)).toEqual({
    time: '2026-05-01T12:00:01.000Z',
    level: 'info',
    message: 'schedule.fire',
    at: '2026-05-01T12:00:00.000Z',
    ids: ['job_1'],
    err: { name: 'TypeError', message: 'no', stack: expect.any(String) },
  })
})

test('for people it is a line that can be read, whatever was logged', () => {
  const { lines, logger } = logged(false)
  logger.warn(
    { at, ids: ['a', 'b'], ms: 12.3456, why: 'two words', none: undefined, err: new Error('a\nb') },
    'what\u001b[2J',
  )
  expect(lines).toEqual([
    '12:00:01Z warn  what [2J at=2026-05-01T12:00:00.000Z ids=a,b ms=12.3 why="two words" err="a\\nb"',
  ])
})

test('what is below the level is not told', () => {
  const { lines, logger } = logged(false, 'warn')
  logger.info({}, 'quiet')
  logger.error({}, 'loud')
  expect(lines).toEqual(['12:00:01Z error loud'])
})
