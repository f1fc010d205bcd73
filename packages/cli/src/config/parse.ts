/** Reads one value that people wrote, or says what was expected. */
export type Parse<T> = (given: unknown) => T | Expected

/** What would have been right, in the place of a value. */
export class Expected {
  readonly what: string

  constructor(what: string) {
    this.what = what
  }
}

export const text: Parse<string> = (given) =>
  typeof given === 'string' && given !== '' ? given : new Expected('a text')

export const whole =
  (least: number, most: number): Parse<number> =>
  (given) => {
    const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
    if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most) return number
    return new Expected(`a whole number from ${least} to ${most}`)
  }

export const oneOf =
  <T extends string>(words: readonly T[]): Parse<T> =>
  (given) =>
    words.find((word) => word === given) ?? new Expected(`one of ${words.join(', ')}`)

/** Names with commas between them, or a list of names. */
export const names: Parse<readonly string[]> = (given) => {
  const list = typeof given === 'string' ? given.split(',').map((name) => name.trim()) : given
  if (Array.isArray(list) && list.every((name) => typeof name === 'string' && name !== '')) return list
  return new Expected('names with commas between them')
}

export const databaseUrl: Parse<string> = (given) => {
  const expected = new Expected('an address like postgres://user:password@host:5432/database')
  if (typeof given !== 'string' || !/^postgres(ql)?:\/\//.test(given)) return expected
  return URL.canParse(given) ? given : expected
}
