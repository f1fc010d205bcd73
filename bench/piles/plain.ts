import type { Pile } from './pile.ts'

/** Nothing: what the others are compared with. */
export const plain: Pile = { name: 'pawl, plain drain', atLeast: 1, pile: async () => {} }
