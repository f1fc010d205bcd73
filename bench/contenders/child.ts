import { CarryOut } from './carry-out.ts'
import type { ContenderOptions } from './contender.ts'
import { makeContender, type ProgramName } from './make-contender.ts'
import type { FromContender, Order } from './orders.ts'

/** A process of one contender: takes orders from the benchmark and answers them. */
export type ChildArguments = ContenderOptions & { readonly program: ProgramName }

const progressMs = 10

const { program, ...options } = JSON.parse(process.argv[2]!) as ChildArguments
const say = (message: FromContender) => process.send?.(message)
const contenderOn = (url: string) => makeContender(program, { ...options, url })
const carryOut = new CarryOut(await contenderOn(options.url), contenderOn)

let told = 0
const tell = () => {
  if (carryOut.handled === told) return
  told = carryOut.handled
  say({ kind: 'progress', handled: told })
}
setInterval(tell, progressMs).unref()

process.on('message', (order: Order) => {
  carryOut.order(order).then(
    (answer) => {
      // it may be on another database now, where it has handled more or less
      tell()
      say({ kind: 'answer', answer })
    },
    (error: unknown) => say({ kind: 'failed', message: error instanceof Error ? (error.stack ?? '') : String(error) }),
  )
})
process.on('disconnect', () => process.exit())
say({ kind: 'ready' })
