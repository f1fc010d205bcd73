import type { AppRouteServices } from '@pawl/app'
import type { ApiOptions } from './api-options.ts'

type Addresses = {
  readonly services: Pick<AppRouteServices, 'url'>
  readonly options: Pick<ApiOptions, 'publicUrl'>
}

/** The address of a reader's feed: below the `publicUrl` of the application, or else of the server. */
export function feedUrl({ services, options }: Addresses, token: string): string {
  const base = options.publicUrl?.replace(/\/+$/, '') ?? services.url()
  return `${base}/api/chapters/open/feeds/${token}.xml`
}
