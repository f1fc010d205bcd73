/** A bound on the ratio to a peer or, without a peer, on our own figure. `at least`: more is better; `at most`: less is. */
export type Target = { readonly bound: 'at least' | 'at most'; readonly value: number }

/** One round of a comparison; of its measurements, the most CPU time that went elsewhere, in percent of all. */
export type Round = {
  readonly ours: number
  readonly peer: number | null
  /** To other machines of the same host. */
  readonly stealPercent: number
  /** To processes that are none of the benchmark's. */
  readonly othersPercent: number
}

/** What so much work costs. */
export type Point = { readonly work: number; readonly cost: number }

/** One line of the table. Figures are medians of the rounds, and the ratio is the median of the rounds' ratios. */
export type Result = {
  readonly name: string
  readonly ours: number
  readonly peer: number | null
  readonly peerName: string | null
  readonly ratio: number | null
  readonly target: number
  readonly bound: Target['bound']
  readonly met: boolean
  readonly unit: string
  readonly rounds: readonly Round[]
  /** The medians of all contenders of the row, by name. */
  readonly all: Readonly<Record<string, number>>
  /** The figure is the exponent of this curve: ms by number of jobs. */
  readonly curve?: readonly Point[]
}
