import { notFound } from '@pawl/app'

export const unknownLibrary = (which: number | string) =>
  notFound('library', which, 'GET /api/comic-library/libraries or pawl comics libraries shows all')

export const unknownSeries = (id: number) =>
  notFound('series', id, 'GET /api/comic-library/series or pawl comics list shows all')

export const unknownIssue = (id: number) => notFound('issue', id, 'pawl comics show <series> shows those of a series')
