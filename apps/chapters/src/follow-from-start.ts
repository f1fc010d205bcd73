import type { App, AppServices } from '@pawl/server'
import { PawlError } from 'pawl'
import type { Sources } from './sources/sources.ts'
import { addSeries } from './tables/series.ts'

export type FollowOptions = { readonly sources: Sources; readonly follow: readonly string[] }

/** Follows the series that the configuration names. Those that are followed already stay as they are. */
export function followFromStart({ sources, follow }: FollowOptions): NonNullable<App['start']> {
  const found = follow.map((address) => {
    const at = sources.recognise(address)
    if (at === undefined) {
      const known = sources.all.map(({ title }) => title).join(', ')
      throw new PawlError('invalid-option', `chapters(): follow has ${address}, which is no series of ${known}`)
    }
    return at
  })
  return async ({ db }: AppServices) => {
    for (const { source, sourceId } of found) {
      await addSeries(db, { title: sourceId, sourceName: source.name, sourceId, url: source.urlOf(sourceId) })
    }
    return { async stop() {} }
  }
}
