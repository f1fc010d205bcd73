import { ProblemError } from '@pawl/app'
import type { SourcePlace } from '../tables/followed-series.ts'
import type { ApiOptions } from './api-options.ts'
import { checkTarget } from './check-target.ts'

/** What an address that a person gives stands for, with the source that knows it. Throws what the person is told. */
export function recognise({ sources, allowPrivate }: ApiOptions, text: string): SourcePlace {
  const url = checkTarget(text, { allowPrivate, field: 'url' })
  const found = sources.recognise(url)
  if (found !== undefined) {
    const { source, sourceId } = found
    return { title: titleOf(url), sourceName: source.name, sourceId, url: source.urlOf(sourceId) }
  }
  const known = sources.all.map(({ title }) => title).join(', ')
  const message = `no source knows this address (there are: ${known})`
  throw new ProblemError(400, 'invalid-address', message, { faults: [{ in: 'body', path: '/url', message }] })
}

/** Until the first poll has asked the source: what the address says. */
function titleOf(url: URL): string {
  const words = url.pathname.split('/').filter((part) => /[a-z]{3}/i.test(part) && !/^[0-9a-f-]{32,36}$/i.test(part))
  const slug = words
    .at(-1)
    ?.replace(/\.\w+$/, '')
    .replace(/[-_+]+/g, ' ')
    .trim()
  return (slug || url.host).slice(0, 200)
}
