import { defineJob, PermanentError } from 'pawl'
import { z } from 'zod'
import { testPawl } from '../../support/test-pawl.ts'

type Ran = { readonly n: number; readonly seen: unknown }

/** Children that do as they are told, and a parent that notes what became of them. */
export function family(url: string, name: string) {
  const ran: Ran[] = []
  const child = defineJob({
    type: `${name}.child`,
    body: z.object({ n: z.number(), fail: z.boolean().default(false) }),
    retry: { attempts: 1 },
    run({ body: { n, fail } }) {
      ran.push({ n, seen: undefined })
      if (fail) throw new PermanentError('as asked')
      return { doubled: n * 2 }
    },
  })
  const parent = defineJob({
    type: `${name}.parent`,
    body: z.object({ n: z.number() }),
    async run(job) {
      ran.push({ n: job.body.n, seen: await job.dependencies() })
    },
  })
  return { ran, child, parent, pawl: testPawl({ url, jobs: [child, parent] }) }
}
