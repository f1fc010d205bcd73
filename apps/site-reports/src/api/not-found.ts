import { notFound, ProblemError } from '@pawl/app'

export const unknownReport = (id: number) =>
  notFound('report', id, 'GET /api/site-reports or pawl site-reports list shows all')

export const unknownBulk = (id: number) =>
  notFound('bulk', id, 'GET /api/site-reports/bulk or pawl site-reports bulk shows all')

export const unknownRerun = (id: number) => notFound('rerun', id, 'GET /api/site-reports/reruns shows all')

export const unfinished = (id: number, status: string) =>
  new ProblemError(409, 'report-unfinished', `report ${id} has no content: it is ${status}`)
