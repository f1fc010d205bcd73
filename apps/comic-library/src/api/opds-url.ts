import type { AppRouteServices } from '@pawl/app'
import type { ApiOptions } from './api-options.ts'

const ours = '/api/comic-library'

type Addresses = {
  readonly services: Pick<AppRouteServices, 'url'>
  readonly options: Pick<ApiOptions, 'publicUrl'>
}

/** Where reading apps begin: below the `publicUrl` of the application, or else of the server. */
export function opdsUrl({ services, options }: Addresses, token: string): string {
  const base = options.publicUrl?.replace(/\/+$/, '') ?? services.url()
  return `${base}${ours}/open/${token}/opds`
}
