import { ProblemError } from '@pawl/app'

export const unknownSeries = (id: number) =>
  new ProblemError(
    404,
    'unknown-series',
    `there is no series ${id}; GET /api/chapters/series or pawl chapters list shows all`,
  )

export const notFollowed = (series: number) =>
  new ProblemError(404, 'unknown-entry', `the reader does not follow series ${series}`)

export const unknownChapter = (id: number) => new ProblemError(404, 'unknown-chapter', `there is no chapter ${id}`)
