import type { Pile } from './pile.ts'

/** Each job takes a token of its source, whose limit is far above what can be reached. */
export const source: Pile = {
  name: 'drain of jobs with a source far below its limit',
  atLeast: 0.9,
  withSource: true,
  pile: async () => {},
}
