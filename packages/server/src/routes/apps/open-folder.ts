import type { App } from '@pawl/app'

export const hasOpenRoutes = ({ openRoutes }: App): boolean => openRoutes !== undefined

/** What is under this path sees to its own access; nothing else does. It ends with a slash, so that no other name begins with it. */
export const openFolder = ({ name }: App): string => `/api/${name}/open/`
