export { siteReports } from './app.ts'
export { modelFromEnvironment } from './model-from-environment.ts'
export type { SiteReportsOptions } from './options.ts'
