import { ProblemError } from '@pawl/app'

const shows = (what: string, command: string) => `GET /api/comic-library/${what} or pawl comics ${command} shows all`

export const unknownLibrary = (which: number | string) =>
  new ProblemError(404, 'unknown-library', `there is no library ${which}; ${shows('libraries', 'libraries')}`)

export const unknownSeries = (id: number) =>
  new ProblemError(404, 'unknown-series', `there is no series ${id}; ${shows('series', 'list')}`)

export const unknownIssue = (id: number) =>
  new ProblemError(404, 'unknown-issue', `there is no issue ${id}; pawl comics show <series> shows those of a series`)
