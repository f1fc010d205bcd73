import { defineJob } from 'pawl'
import { type Handle, insertEffect } from './contender.ts'

type Body = { readonly n: number }

type Schema = {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => { readonly value: Body }
    readonly types?: { readonly input: Body; readonly output: Body }
  }
}

/** Takes any body: the peers check theirs not at all. */
const anyBody: Schema = {
  '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value: value as Body }) },
}

/** The one job type of the benchmark, as Pawl has it. */
export function benchJob(handle: Handle, source?: string) {
  return defineJob({
    type: 'bench',
    body: anyBody,
    ...(source === undefined ? {} : { source: () => source }),
    run: (job) => handle(job.body.n, () => job.commit((tx) => tx.query(insertEffect, [job.body.n]))),
  })
}
