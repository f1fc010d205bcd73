import { parseArgs } from 'node:util'

export type Options = {
  readonly quick: boolean
  /** A part of the name of the rows to run. */
  readonly only: string | undefined
  readonly json: string | undefined
  readonly svg: string | undefined
  readonly rounds: number
  /** How long to wait, all in all, for others to leave the machine alone. */
  readonly patienceMs: number
}

export const usage =
  'npm run bench -- [--quick] [--only NAME] [--rounds N] [--patience SECONDS] [--json FILE] [--svg FILE]'

export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      json: { type: 'string' },
      svg: { type: 'string' },
      rounds: { type: 'string' },
      patience: { type: 'string' },
    },
  })
  const { quick, only, json, svg } = values
  const rounds = whole('rounds', values.rounds ?? (quick ? '1' : '5'), 1)
  const patienceMs = whole('patience', values.patience ?? (quick ? '0' : '60'), 0) * 1000
  return { quick, only, json, svg, rounds, patienceMs }
}

function whole(name: string, text: string, least: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least) return value
  throw new Error(`--${name} must be a whole number of at least ${least}; got ${text}`)
}
