import type { StandardSchemaV1 } from '@standard-schema/spec'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { encodeBodies, encodeBody as encodeOne, InvalidBodyError, parseBody } from '../../src/job/body.ts'
import { defineJob } from '../../src/job/define-job.ts'
import type { JobDefinition } from '../../src/job/job-definition.ts'
import { handWrittenSchema } from '../support/hand-written-schema.ts'

const jobOf = <S extends StandardSchemaV1>(body: S, maxBodyBytes?: number) =>
  defineJob({ type: 'greet', body, run() {}, ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }) })

const anything = jobOf(z.any())
const person = jobOf(z.object({ name: z.string(), homes: z.array(z.object({ city: z.string() })) }))

/** Most schemas answer at once; here it must not matter. */
const encodeBody = async (job: JobDefinition, body: unknown) => encodeOne(job, body)

async function refusal(promise: Promise<unknown>): Promise<InvalidBodyError> {
  const error = await promise.catch((thrown: unknown) => thrown)
  if (!(error instanceof InvalidBodyError)) throw new Error(`expected an InvalidBodyError, got ${String(error)}`)
  return error
}

describe('a body that does not fit its schema', () => {
  test('is refused with the path of the wrong field', async () => {
    const error = await refusal(encodeBody(person, { name: 'Ada', homes: [{ city: 'London' }, { city: 5 }] }))
    expect(error.code).toBe('invalid-body')
    expect(error.message).toMatch(/^the body of 'greet' does not fit its schema: body\.homes\.1\.city: .*string/)
    expect(error.issues).toHaveLength(1)
  })

  test('names each wrong field, up to five', async () => {
    expect((await refusal(encodeBody(person, {}))).message).toMatch(/body\.name: .*; body\.homes: /)
    const many = jobOf(z.object(Object.fromEntries([...'abcdefg'].map((key) => [key, z.number()]))))
    expect((await refusal(encodeBody(many, {}))).message).toMatch(/body\.e: [^;]* \(and 2 more\)$/)
  })

  test('is shown as the body itself when the fault has no path', async () => {
    expect((await refusal(encodeBody(person, 'Ada'))).message).toMatch(/: body: .*object/)
  })

  test('is refused in the words of any Standard Schema, with paths of keys or of objects with a key', async () => {
    const issues = [
      { message: 'too short', path: ['name'] },
      { message: 'unknown', path: [{ key: 'homes' }, { key: 0 }] },
      { message: 'odd', path: [Symbol('tag')] },
    ]
    const job = jobOf(handWrittenSchema(() => ({ issues })))
    expect((await refusal(encodeBody(job, {}))).message).toContain(
      'body.name: too short; body.homes.0: unknown; body.Symbol(tag): odd',
    )
  })

  test('is refused by a schema that answers later, too', async () => {
    const job = jobOf(handWrittenSchema(async () => ({ issues: [{ message: 'taken', path: ['name'] }] })))
    expect((await refusal(encodeBody(job, { name: 'Ada' }))).message).toContain('body.name: taken')
    const asynchronous = jobOf(z.object({ name: z.string().refine(async (name) => name !== 'Ada', 'taken') }))
    expect((await refusal(encodeBody(asynchronous, { name: 'Ada' }))).message).toContain('body.name: taken')
    await expect(encodeBody(asynchronous, { name: 'Bob' })).resolves.toBe('{"name":"Bob"}')
  })
})

describe('a body is checked as it will be read from the table', () => {
  test('a Date arrives as text, so a schema that wants a Date refuses it', async () => {
    const at = new Date('2030-01-02T03:04:05Z')
    expect((await refusal(encodeBody(jobOf(z.object({ at: z.date() })), { at }))).message).toContain('body.at: ')
    const coerced = jobOf(z.object({ at: z.coerce.date() }))
    const text = await encodeBody(coerced, { at })
    expect(text).toBe('{"at":"2030-01-02T03:04:05.000Z"}')
    expect(parseBody(coerced, JSON.parse(text))).toEqual({ at })
  })

  test('what is stored is what was given: defaults and transforms are applied when it is read', async () => {
    const job = jobOf(
      z.object({ tags: z.string().transform((text) => text.split(',')), lang: z.string().default('en') }),
    )
    const text = await encodeBody(job, { tags: 'a,b' })
    expect(text).toBe('{"tags":"a,b"}')
    expect(parseBody(job, JSON.parse(text))).toEqual({ tags: ['a', 'b'], lang: 'en' })
  })
})

describe('what JSON or PostgreSQL cannot hold is refused before it is sent', () => {
  test.each([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a BigInt', 10n],
    ['a Map', new Map([[1, 2]])],
    ['a Set', new Set([1])],
    ['a Promise', Promise.resolve(1)],
    ['an Error', new Error('e')],
    ['a RegExp', /x/],
    ['a Uint8Array', new Uint8Array(2)],
    ['an invalid Date', new Date(Number.NaN)],
  ])('%s, with the path, wherever it is', async (what, value) => {
    const where = async (body: unknown) => (await refusal(encodeBody(anything, body))).message
    const words = `expected something that JSON can hold: JSON cannot carry ${what}`
    expect(await where(value)).toContain(`: body: ${words}`)
    expect(await where({ total: value })).toContain(`body.total: ${words}`)
    expect(await where({ name: 'Ada', homes: [{ city: 'London' }, { city: value }] })).toContain(
      `body.homes.1.city: ${words}`,
    )
  })

  test('but a Date, what has a toJSON, and an object of a class are what JSON makes of them', async () => {
    class Point {
      readonly x = 1
      readonly missing = undefined
    }
    const body = { at: new Date(0), from: new URL('http://a.example/'), point: new Point(), none: null, list: [[]] }
    expect(await encodeBody(anything, body)).toBe(
      '{"at":"1970-01-01T00:00:00.000Z","from":"http://a.example/","point":{"x":1},"none":null,"list":[[]]}',
    )
  })

  test('a list with a hole', async () => {
    // biome-ignore lint/suspicious/noSparseArray: it is what is refused
    expect((await refusal(encodeBody(anything, { list: [1, , 3] }))).message).toContain('body.list.1: ')
  })

  test('an object that contains itself', async () => {
    const round: Record<string, unknown> = {}
    round.self = round
    expect((await refusal(encodeBody(anything, round))).message).toContain('circular')
  })

  test('the character NUL, in a value or in a key', async () => {
    for (const body of [{ text: 'a\u0000b' }, { 'a\u0000': 1 }, ['\\\u0000']]) {
      expect((await refusal(encodeBody(anything, body))).message).toContain('a text holds the character NUL')
    }
  })

  test('half of a surrogate pair', async () => {
    expect((await refusal(encodeBody(anything, { text: '\ud83d' }))).message).toContain(
      'half of a surrogate pair (\\ud83d)',
    )
  })

  test('but a text that only looks like an escape is kept', async () => {
    for (const text of ['\\u0000', '\\\\u0000', '\\ud83d', '😀', 'tab\tand\u0001']) {
      expect(JSON.parse(await encodeBody(anything, { text }))).toEqual({ text })
    }
  })
})

describe('the size limit', () => {
  test('is 64 KiB, and its message says to store the data and pass a reference', async () => {
    const limit = 64 * 1024
    await expect(encodeBody(anything, 'x'.repeat(limit - 2))).resolves.toHaveLength(limit)
    await expect(encodeBody(anything, 'x'.repeat(limit - 1))).rejects.toMatchObject({
      code: 'body-too-large',
      message:
        "the body of 'greet' has 65537 bytes, its limit is 65536. " +
        'A job refers to data and does not carry it: store the data and pass its id.',
    })
  })

  test('counts bytes, not characters', async () => {
    const job = jobOf(z.string(), 10)
    await expect(encodeBody(job, 'ääää')).resolves.toBe('"ääää"')
    await expect(encodeBody(job, 'äääää')).rejects.toMatchObject({ code: 'body-too-large' })
  })
})

test('a body of an older version is refused when it is read, with its path', () => {
  expect(() => parseBody(person, { fullName: 'Ada' })).toThrow(InvalidBodyError)
  expect(() => parseBody(person, { fullName: 'Ada' })).toThrow('body.name: ')
})

test('several bodies are refused for the first that is wrong, by schemas that answer at once and by those that do not', async () => {
  const odd = ({ n }: { n: number }) => (n % 2 === 1 ? { issues: [{ message: `${n} is odd` }] } : { value: { n } })
  const [atOnce, later] = [
    jobOf(handWrittenSchema(odd as never)),
    jobOf(handWrittenSchema(async (body) => odd(body as never))),
  ]
  for (const job of [atOnce, later]) {
    expect(await encodeBodies(job, [{ n: 0 }, { n: 2 }])).toEqual(['{"n":0}', '{"n":2}'])
    await expect(encodeBodies(job, [{ n: 0 }, { n: 1 }, { n: 3 }])).rejects.toThrow('1 is odd')
    await expect(encodeBodies(job, [{ n: 1 }, { n: 1n }])).rejects.toBeInstanceOf(InvalidBodyError)
  }
})
