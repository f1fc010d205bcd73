import { defineJob, PermanentError } from 'pawl'
import { z } from 'zod'

/** A job that does what its body says. */
export const mail = defineJob({
  type: 'mail.send',
  queue: 'mail',
  body: z.strictObject({ to: z.string().min(1), fail: z.boolean().optional(), key: z.string().optional() }),
  retry: { attempts: 1 },
  run(job) {
    if (job.body.fail === true) throw new PermanentError('no such mailbox')
    return { sentTo: job.body.to }
  },
})

/** A job whose key follows from its body. */
export const invoice = defineJob({
  type: 'invoice.print',
  queue: 'print',
  body: z.object({ number: z.number() }),
  key: ({ number }) => `invoice-${number}`,
  run: () => {},
})
