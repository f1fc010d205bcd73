/** Says in a plain line what a proof is doing. */
export type Log = (line: string) => void

export type ProofResult = {
  /** What was counted; printed as one JSON object. */
  readonly counts: Readonly<Record<string, unknown>>
  /** Why the promise does not hold, or was not put to the test. Empty: it holds. */
  readonly broken: readonly string[]
}

/** A promise put to the test at scale. When the signal fires, `run` cleans up and rejects. */
export type Proof = {
  readonly name: string
  readonly sentence: string
  run(log: Log, signal: AbortSignal): Promise<ProofResult>
}
