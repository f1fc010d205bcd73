import type { AppCommandContext } from '@pawl/app'
import { collectors } from '../tables/collectors.ts'

/** The collector that `--reader` names. Undefined: the option was not given. */
export async function collectorOf({ db, options }: AppCommandContext): Promise<number | undefined> {
  return typeof options.reader === 'string' ? (await collectors.getNamed(db, options.reader)).id : undefined
}
