import type { App, AppServices } from '@pawl/app'
import { PawlError } from 'pawl'
import { readers } from '../tables/readers.ts'
import type { ApiOptions } from './api-options.ts'
import { followSeries } from './follow-series.ts'

export type FollowOptions = ApiOptions & {
  readonly follow: readonly string[]
  readonly reader: string
}

/** Follows the series that the configuration names, for a reader. Those that are followed already stay as they are. */
export function followFromStart(options: FollowOptions): NonNullable<App['start']> {
  const { sources, follow, reader } = options
  for (const address of follow) {
    if (sources.recognise(address) !== undefined) continue
    const known = sources.all.map(({ title }) => title).join(', ')
    throw new PawlError('invalid-option', `chapters(): follow has ${address}, which is no series of ${known}`)
  }
  return async (services: AppServices) => {
    if (follow.length > 0) await followFor(services, options, await readerId(services, reader), follow)
    return { async stop() {} }
  }
}

async function followFor(services: AppServices, options: ApiOptions, reader: number, follow: readonly string[]) {
  // an operator wrote these addresses, and DNS that is away for a moment must not keep a worker from starting
  const resolve = async () => {}
  for (const url of follow) await followSeries(services, { ...options, resolve }, { url, reader })
}

/** Made if nobody has this name; without a token for feeds until somebody asks for one. */
async function readerId({ db }: AppServices, name: string): Promise<number> {
  const made = await readers.add(db, { name, languages: [] })
  return (made ?? (await readers.getNamed(db, name))).id
}
