import type { Pile } from './pile.ts'

export const pending: Pile = {
  name: 'drain with 1 million pending, against some 10,000',
  atLeast: 0.95,
  pile: (backlog, { quick }) => backlog.fill(quick ? 20_000 : 1_000_000),
}
