export { siteReports } from './app.ts'
export type { SiteReportsOptions } from './options.ts'
export { modelFromEnvironment } from './sources/model/model-from-environment.ts'
