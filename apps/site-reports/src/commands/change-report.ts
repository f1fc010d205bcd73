import { type AppCommandContext, readId } from '@pawl/app'
import type { ApiContext, ApiOptions } from '../api/api-options.ts'
import { apiContextOf } from './api-context-of.ts'

/** Does something to the report whose number was typed, and says what came of it. */
export async function changeReport(
  context: AppCommandContext,
  parts: ApiOptions,
  change: (api: ApiContext, id: number) => Promise<string>,
): Promise<number> {
  const id = readId('report', context.args[0])
  const done = await change(apiContextOf(context, parts), id)
  if (context.json) context.print(JSON.stringify({ id, state: done }))
  else context.say(`report ${id} ${done}`)
  return 0
}
