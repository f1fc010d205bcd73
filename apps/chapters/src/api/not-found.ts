import { notFound, ProblemError } from '@pawl/app'

export const unknownSeries = (id: number) =>
  notFound('series', id, 'GET /api/chapters/series or pawl chapters list shows all')

export const unknownChapter = (id: number) => notFound('chapter', id)

export const notFollowed = (series: number) =>
  new ProblemError(404, 'unknown-entry', `the reader does not follow series ${series}`)
